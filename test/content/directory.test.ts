import { sql } from 'kysely';
import { directoryList, directoryQueries } from '../../src/domain/content/directory.queries.ts';
import { orderBy, rangeConditions } from '../../src/domain/content/keyset.ts';
import { selectVenues } from '../../src/domain/venues/venue.entity.ts';
import { openStore, type Store } from '../support/context.ts';

/** A directory that declares no rights: its list filters by nothing. */
const { list } = directoryQueries({
  kind: 'venue',
  select: selectVenues,
  filters: { search: null, statuses: null },
});

let store: Store;
beforeAll(async () => {
  store = await openStore();
  for (const status of ['publish', 'draft', 'private', 'trash'])
    await sql`insert into venue (status, published_utc, modified_utc, slug, name, name_key)
      values (${status}, '2031-01-01', '2031-01-01', ${status}, ${status}, ${status})`.execute(store.db);
});
afterAll(() => store.close());

test.each<[role: 'anonymous' | 'editor', status: 'trash'[] | null, names: string[]]>([
  ['anonymous', null, ['publish']],
  ['editor', null, ['private', 'draft', 'publish']],
  ['editor', ['trash'], ['trash']],
])(
  'the list of a new directory shows %s the readable records only (status %j)',
  async (role, status, names) => {
    const { rows } = await list(store.context(role), { filter: { statuses: status } });
    expect((await rows()).map(({ name }) => name)).toEqual(names);
  },
);

describe('a large directory', () => {
  let large: Store;
  beforeAll(async () => {
    large = await openStore();
    await sql`insert into venue (status, published_utc, modified_utc, slug, name, name_key)
      select 'publish', '2031-01-01'::timestamp - n * interval '1 second', '2031-01-01'::timestamp - n * interval '1 second',
        n, md5(n::text), md5(n::text) from generate_series(1, 20000) n`.execute(large.db);
    await sql`analyze venue`.execute(large.db);
  });
  afterAll(() => large.close());

  test.each(['name', 'date', 'modified', 'id'] as const)(
    'by %s, a page is read from an index, from either end',
    async (by) => {
      const { order } = directoryList('venue', { orderBy: { field: by, direction: 'asc' } });
      const key = by === 'name' ? 'abc' : by === 'id' ? '' : '2030-12-31 20:00:00';
      const [after, before] = [{ id: 500, key }, null];
      for (const range of [
        { after, before, isReversed: false },
        { after: before, before: after, isReversed: true },
      ]) {
        const conditions = rangeConditions(order, { ...range, isInclusive: false, limit: 11, offset: 0 });
        const { rows } = await sql<Record<string, string>>`
      explain select id from venue where status = 'publish' and ${conditions[0]}
      order by ${orderBy(order, range.isReversed)} limit 11`.execute(large.db);
        const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
        expect(plan).toContain('Index');
        expect(plan).not.toMatch(/Sort|Seq Scan/);
      }
    },
  );
});
