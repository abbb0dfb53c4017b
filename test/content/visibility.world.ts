import { openWorld, type World } from '../support/world.ts';

export const STATES = ['draft', 'pending', 'private', 'future', 'trash'] as const;
const scheduled = { date_utc: '2031-05-20 12:00:00' };

/** One public event whose venues and organizers are in all states; events of all states by several authors. */
export async function openVisibilityWorld(ids: Record<string, number>): Promise<World> {
  const world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  const stateOf = (state: string): object => (state === 'future' ? scheduled : { status: state });
  for (const state of ['publish', ...STATES]) {
    const place = { geo_lat: 50, geo_lng: 7 };
    ids[`v-${state}`] = (
      await world.make('venue', {
        venue: `v-${state}`,
        ...(state !== 'publish' && place),
        ...stateOf(state),
      })
    ).id;
    ids[`o-${state}`] = (await world.make('organizer', { organizer: `o-${state}`, ...stateOf(state) })).id;
  }
  const linked = (kind: string): (number | undefined)[] =>
    ['publish', 'draft', 'pending', 'private', 'future'].map((state) => ids[`${kind}-${state}`]);
  const category = (await world.make('category', { name: 'Music' })).id;
  ids.music = category;
  ids.public = await world.event('public', '2031-06-01 10:00', {
    venue: linked('v'),
    organizer: linked('o'),
    categories: [category],
    tags: ['live'],
  });
  for (const state of STATES) {
    const fields = {
      ...stateOf(state),
      venue: ids['v-publish'],
      categories: [category],
      tags: [`only-${state}`],
    };
    ids[state] = await world.event(state, '2031-06-02 10:00', fields);
  }
  ids.authors = await world.event('authors', '2031-06-03 10:00', { status: 'draft' }, 'author');
  ids.contributors = await world.event(
    'contributors',
    '2031-06-04 10:00',
    { status: 'pending' },
    'contributor',
  );
  // Linked by an editor, trashed later: the link is hidden.
  const gone = (await world.make('venue', { venue: 'v-gone' })).id;
  ids.gone = gone;
  ids.orphan = await world.event('orphan', '2031-06-05 10:00', { venue: gone });
  await world.send('DELETE', `/venues/${gone}`);
  await world.settled();
  return world;
}
