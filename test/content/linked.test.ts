import { each, table } from '../support/table.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
const ids: Record<string, number> = {};
const venues = { kind: 'venue', world: () => world, ids: () => ids } as const;
const organizers = { ...venues, kind: 'organizer' } as const;

/** Venues in the order of their publication; lists show the newest first. */
async function makeVenues(): Promise<void> {
  const venue = async (name: string, fields: object = {}) => {
    ids[name] = (await world.make('venue', { venue: name, ...fields })).id;
  };
  await venue('old', { date_utc: '2020-01-01', city: 'Zürich', phone: '+41 44 123' });
  await venue('temple', {
    date_utc: '2021-01-01',
    address: '12, Avenue du Temple',
    city: 'Île de Ré',
    country: 'France',
    zip: '17590',
  });
  await venue('hall', {
    date_utc: '2022-01-01',
    province: 'Trento',
    description: '<p>Old <em>stone</em> hall</p>',
  });
  await venue('twin1', { date_utc: '2023-01-01', state: 'Ohio', website: 'https://twin.example.org/' });
  await venue('twin2', { date_utc: '2023-01-01', stateprovince: 'Ohio-Valley', phone: '100%_sure' });
  await venue('soon', { date_utc: '2031-06-01' });
  await venue('plan', { status: 'draft' });
  await venue('waiting', { status: 'pending' });
  await venue('secret', { status: 'private' });
  await venue('gone', { status: 'trash' });
}

async function makeOrganizers(): Promise<void> {
  const organizer = async (name: string, fields: object = {}) => {
    ids[`o-${name}`] = (await world.make('organizer', { organizer: name, ...fields })).id;
  };
  await organizer('old', { date_utc: '2020-01-01', email: 'jazz@example.org' });
  await organizer('hall', { date_utc: '2021-01-01', phone: '555 100', website: 'https://hall.example.org/' });
  await organizer('twin1', { date_utc: '2023-01-01', description: 'Crème <b>brûlée</b>' });
  await organizer('twin2', { date_utc: '2023-01-01' });
  await organizer('plan', { status: 'draft' });
}

async function makeEvents(): Promise<void> {
  const event = async (title: string, start: string, end: string, places: string[], fields: object = {}) => {
    const venue = places.map((name) => ids[name]);
    const organizer = places.filter((name) => ids[`o-${name}`]).map((name) => ids[`o-${name}`]);
    ids[title] = (
      await world.make('event', { title, start_date: start, end_date: end, venue, organizer, ...fields })
    ).id;
  };
  await event('past', '2031-05-01 10:00', '2031-05-01 11:00', ['old', 'hall']);
  await event('running', '2031-05-14 11:00', '2031-05-14 13:00', ['hall', 'plan']);
  await event('far', '2099-01-01', '2099-01-01', ['temple']);
  await event('hidden', '2031-06-01', '2031-06-01', ['twin1'], { hide_from_listings: true });
  await event('draft', '2031-06-01', '2031-06-01', ['twin2', 'plan'], { status: 'draft' });
  await event('later', '2031-06-02', '2031-06-02', ['twin2'], { date_utc: '2031-05-20' });
  await event('private', '2031-06-01', '2031-06-01', ['twin2', 'secret'], { status: 'private' });
}

beforeAll(async () => {
  world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  await makeVenues();
  await makeOrganizers();
  await makeEvents();
});
afterAll(() => world.stop());

const PUBLIC = 'twin2 twin1 hall temple old';
const search = (words: string): string => `search=${encodeURIComponent(words)}`;

table('venues', venues, [
  ['', PUBLIC],
  ['status=publish', PUBLIC],
  ['per_page=2', 'twin2 twin1'],
  ['per_page=2&page=3', 'old'],
  ['per_page=2&page=4', 404],
  ['page=2&search=nothing', 404],
  ['page=1&search=nothing', ''],
  ...each(['0', '-1', 'abc', ''], (value) => `page=${value}`, 400, 'page'),
  ...each(['0', '-1', 'abc', '1.5'], (value) => `per_page=${value}`, 400, 'per_page'),
]);

table('venues by their own fields', venues, [
  ...each(
    [
      'temple',
      'TEMPLE',
      'temple avenue',
      'avenue du temple',
      '"du temple"',
      'ile de re',
      'Île',
      'france',
      '17590',
    ],
    search,
    'temple',
  ),
  // The comma separates two words: the phone number with a twelve matches, too.
  [search('12,'), 'temple old'],
  ...each(['zurich', 'ZÜRICH', '41 44', '"+41 44"'], search, 'old'),
  ...each(['trento', '"old stone"', 'stone hall', 'old hall', 'hall -twin'], search, 'hall'),
  ...each(['ohio', 'OHIO'], search, 'twin2 twin1'),
  ...each(['ohio-valley', '100%', '_sure', 'twin2'], search, 'twin2'),
  ...each(['twin.example.org', 'https://twin'], search, 'twin1'),
  ...each(['strong', '<em>'], search, ''),
  [search('twin -valley'), 'twin1'],
  [search('old'), 'hall old'],
  ...each(['plan', 'secret', 'soon', 'gone', '%%', 'x_x', '\\'], search, ''),
  ...each([' ', '""', ''], search, 400, 'search'),
]);

table('venues and their events', venues, [
  ['event={past}', 'hall old'],
  ['event={running}', 'hall'],
  ['event={hidden}', 'twin1'],
  ...each(
    ['999999', '{draft}', '{later}', '{private}', '{hall}', '0', 'abc'],
    (id) => `event=${id}`,
    400,
    'event',
  ),
  ...each(['true', '1', 'yes', 'on', 'y', 'TRUE'], (word) => `has_events=${word}`, 'twin1 hall temple old'),
  ...each(['false', '0', 'no', 'bogus'], (word) => `has_events=${word}`, 'twin2'),
  ...each(['true', '1', 'yes'], (word) => `only_with_upcoming=${word}`, 'hall temple'),
  ...each(['false', '0', 'bogus'], (word) => `only_with_upcoming=${word}`, PUBLIC),
  ['has_events=false&only_with_upcoming=true', ''],
  ['has_events=true&only_with_upcoming=true&search=temple', 'temple'],
  ['event={past}&only_with_upcoming=1', 'hall'],
]);

table('venues as an editor sees them', { ...venues, as: 'editor' }, [
  ['', `soon secret waiting plan ${PUBLIC}`],
  ['status=draft', 'plan'],
  ['status=pending', 'waiting'],
  ['status=private', 'secret'],
  ['status=future', 'soon'],
  ['status=trash', 'gone'],
  ['status=draft,pending', 'waiting plan'],
  ['status=draft, publish', `plan ${PUBLIC}`],
  ['status=pending', 'waiting'],
  ['status=bogus', 400, 'status'],
  ['status=any', 400, 'status'],
  ['status=draft,bogus', 400, 'status'],
  ['has_events=true', `secret plan ${PUBLIC}`],
  ['has_events=false', 'soon waiting'],
  ['only_with_upcoming=1', 'secret plan twin2 hall temple'],
  ['event={draft}', 'plan twin2'],
  ['event={private}&status=private', 'secret'],
  [search('plan'), 'plan'],
]);

table('organizers', organizers, [
  ['', 'twin2 twin1 hall old'],
  ['per_page=3&page=2', 'old'],
  ['per_page=3&page=3', 404],
  ...each(['jazz@example.org', 'JAZZ', 'example -hall'], search, 'old'),
  ...each(['555', '"555 100"', 'hall.example'], search, 'hall'),
  ...each(['creme', '"creme brulee"', 'BRÛLÉE'], search, 'twin1'),
  [search('example.org'), 'hall old'],
  [search('plan'), ''],
  ['event={past}', 'hall old'],
  ['event={draft}', 400, 'event'],
  ['has_events=1', 'twin1 hall old'],
  ['has_events=0', 'twin2'],
  ['only_with_upcoming=yes', 'hall'],
  ['status=publish', 'twin2 twin1 hall old'],
  ['status=bogus', 400, 'status'],
]);
table('organizers as an editor sees them', { ...organizers, as: 'editor' }, [
  ['', 'plan twin2 twin1 hall old'],
  ['event={running}', 'plan hall'],
  ['status=draft', 'plan'],
  ['only_with_upcoming=yes', 'plan twin2 hall'],
]);
