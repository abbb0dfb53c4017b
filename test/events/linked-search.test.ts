import { table } from '../support/table.ts';
import { openWorld, type World } from '../support/world.ts';

/** `search_linked`: also matches words in the names of linked records. */
let world: World;
const events = { kind: 'event', world: () => world } as const;

beforeAll(async () => {
  world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  const times = { start_date: '2031-05-20 10:00', end_date: '2031-05-20 11:00' };
  const event = (title: string, fields: object): Promise<unknown> =>
    world.make('event', { title, ...times, ...fields });
  const venue = { venue: 'The Lantern Room', city: 'Køge', address: 'Jazz Street 3', description: 'Jazz' };
  await event('reading', { venue, description: 'For children' });
  await event('concert', { organizer: [{ organizer: 'Große Kapelle' }], tags: ['Lesung für alle'] });
  await event('lantern', { categories: ['Stage & screen'] });
  const id = async (kind: 'venue' | 'organizer', fields: object) => (await world.make(kind, fields)).id;
  await event('secret', { venue: [await id('venue', { venue: 'Hidden Barn', status: 'draft' })] });
  const gone = await id('venue', { venue: 'Burned Barn' });
  await event('ashes', { venue: [gone], organizer: [await id('organizer', { organizer: 'Barn X' })] });
  await world.send('DELETE', `/venues/${gone}`);
  const later = await id('venue', { venue: 'Barn of June', date: '2031-06-01 00:00:00' });
  await event('soon', { venue: [later] });
  await world.settled();
});
afterAll(() => world.stop());

const linked = (words: string): string => `search=${encodeURIComponent(words)}&search_linked=true`;

table('words are found in the names of venues, organizers, cities, categories and tags', events, [
  [linked('lantern'), 'reading lantern'],
  [linked('LANTERN ROOM'), 'reading'],
  [linked('"lantern room" children'), 'reading'],
  [linked('koge'), 'reading'],
  [linked('grosse lesung'), 'concert'],
  [linked('fur'), 'concert'],
  [linked('screen'), 'lantern'],
  [linked('lantern -koge'), 'lantern'],
  [linked('-lantern -barn'), 'concert secret soon'],
  [linked('lantern nothing-of-that'), ''],
  [linked('reading -jazz'), 'reading'],
  // Neither a venue's description nor its address, and only what the venue list's own search covers.
  [linked('jazz'), ''],
  [linked('children'), 'reading'],
  ['search=lantern', 'lantern'],
  ['search=lantern&search_linked=false', 'lantern'],
  ['search_linked=true&search=', 400, 'search'],
]);

describe.each([
  ['anonymous', 'ashes'],
  ['editor', 'secret ashes soon'],
] as const)('%s', (as, expected) => {
  table('what may not be seen helps nobody to find an event', { ...events, as }, [
    [linked('barn'), expected],
  ]);
});
