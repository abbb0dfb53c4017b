import { sql } from 'kysely';
import { directoryQueries } from '../../src/domain/content/directory.queries.ts';
import { PAGING } from '../../src/domain/content/page.ts';
import { selectVenues } from '../../src/domain/venues/venue.record.ts';
import { openStore, type Store } from '../support/context.ts';

/** A directory whose author thinks of no rights: its list filters by nothing. */
const { list } = directoryQueries({
  kind: 'venue',
  select: selectVenues,
  filters: { ...PAGING, orderBy: null, order: null, search: null, status: null },
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
])('the list of a new directory shows %s what they may see (status %j)', async (role, status, names) => {
  const { rows } = await list(store.context(role), { status });
  expect(rows.map(({ name }) => name)).toEqual(names);
});
