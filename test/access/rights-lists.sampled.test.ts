import { graphqlVariables, listDocument } from '../support/arguments.ts';
import { sampled } from '../support/sample.ts';
import { APIS, isRecord, POSTS, type Post, ROLE_NAMES, type RoleName, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { makeOwn } from './records.ts';
import { rightsOf, STATES, type State } from './rights.ts';

let world: World;
/** Every kind × owner × state once. */
const made: { kind: Post; owner: RoleName; state: State; id: number }[] = [];
beforeAll(async () => {
  world = await openWorld({ roles: true });
  for (const kind of POSTS)
    for (const owner of ROLE_NAMES.filter((role) => role !== 'anonymous'))
      for (const state of STATES)
        made.push({ kind, owner, state, id: (await makeOwn(world, kind, world.ids[owner], state)).id });
});
afterAll(() => world.stop());

const rows = sampled(
  'listing',
  POSTS.flatMap((kind) => ROLE_NAMES.flatMap((role) => APIS.map((api) => ({ kind, role, api })))),
  1,
  ({ role, api }) => `${role} ${api}`,
);

describe.each(rows)('$role lists every $kind through $api', ({ kind, role, api }) => {
  const rights = rightsOf(role);
  const list = async (status: readonly State[] | null) => {
    if (api === 'REST') {
      const query = `per_page=100${status ? `&status=${status.join(',')}` : ''}`;
      const response = await world.server.request(
        'GET',
        `/${kind}s?${query}`,
        undefined,
        world.headers(role),
      );
      const body: unknown = await response.json();
      const records: unknown = isRecord(body) ? body[`${kind}s`] : [];
      const total = isRecord(body) ? body.total : undefined;
      return {
        status: response.status,
        ids: Array.isArray(records) ? records.map(({ id }: { id: number }) => id) : [],
        total,
      };
    }
    const answer = await world.server.graphql(
      listDocument(kind, 'totalCount nodes { databaseId }'),
      graphqlVariables(`per_page=100${status ? `&status=${status.join(',')}` : ''}`, kind),
      world.headers(role),
    );
    const [error] = answer.errors ?? [];
    const answered = answer.data?.list;
    const records = isRecord(answered) ? recordsIn(answered.nodes) : [];
    return {
      status: error ? Number(error.extensions.status) : 200,
      ids: records.map(({ databaseId }) => Number(databaseId)),
      total: isRecord(answered) ? answered.totalCount : undefined,
    };
  };
  /**
   * Published records of all authors, and readable ones in other states; subscribers' lists have published records
   * only.
   */
  const shown = (states: readonly State[]): number[] =>
    made
      .filter((one) => one.kind === kind && states.includes(one.state))
      .filter(
        (one) =>
          one.state === 'publish' ||
          rights.readsOthers.includes(one.state) ||
          (rights.creates && one.owner === role),
      )
      .map(({ id }) => id);
  const ascending = (ids: number[]): number[] => ids.toSorted((a, b) => a - b);

  test('without a state: all readable records except the trash', async () => {
    const expected = ascending(shown(STATES.filter((state) => state !== 'trash')));
    const { status, ids, total } = await list(null);
    expect({ status, ids: ascending(ids), total }).toEqual({
      status: 200,
      ids: expected,
      total: expected.length,
    });
  });

  const filters: State[][] = [...STATES.map((state) => [state]), ['draft', 'publish'], [...STATES]];
  test.each(filters.map((wanted) => ({ wanted })))('in states $wanted', async ({ wanted }) => {
    const { status, ids, total } = await list(wanted);
    if (!rights.creates && wanted.some((state) => state !== 'publish')) {
      expect(status).toBe(rights.refusal);
      return;
    }
    const expected = ascending(shown(wanted));
    expect({ status, ids: ascending(ids), total }).toEqual({
      status: 200,
      ids: expected,
      total: expected.length,
    });
  });
});

describe.each(ROLE_NAMES)('%s sees these links inside a published event', (role) => {
  test.each(STATES.filter((state) => state !== 'trash'))(
    'a venue and organizer of other authors in state %s',
    async (state) => {
      const venue = await makeOwn(world, 'venue', 1, state, { venue: `Secret ${state} place` });
      const organizer = await makeOwn(world, 'organizer', 1, state, { organizer: `Secret ${state} people` });
      const { id } = await makeOwn(world, 'event', 1, 'publish', {
        venue: venue.id,
        organizer: [organizer.id],
      });
      const sees = rightsOf(role).readsOthers.includes(state);
      const single = await (
        await world.server.request('GET', `/events/${id}`, undefined, world.headers(role))
      ).text();
      const list = await (
        await world.server.request('GET', `/events?include=${id}`, undefined, world.headers(role))
      ).text();
      const query = `{ event(by: { databaseId: ${id} }) { jsonLd venue { name } venues { name } organizers { name } } }`;
      const graphql = await world.server.graphql(query, {}, world.headers(role));
      for (const text of [single, list, JSON.stringify(graphql)]) expect(text.includes('Secret')).toBe(sees);
      if (!sees) expect(graphql.data?.event).toMatchObject({ venue: null, venues: [], organizers: [] });
    },
  );
});
