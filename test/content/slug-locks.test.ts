import { freeSlug, newIdAndSlug, trashedSlug } from '../../src/domain/content/slugs.ts';
import type { Transaction } from '../../src/domain/context/context.ts';
import { atOnce, WRITERS } from '../support/attempts.ts';
import { openStore, type Store } from '../support/context.ts';
import { pause } from '../support/eventually.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

interface Chosen {
  id: number;
  slug: string;
}

async function insertOrganizer({ context, db }: Transaction, { id, slug }: Chosen): Promise<void> {
  const { nowUtc } = context.clock;
  const times = { published_utc: nowUtc, modified_utc: nowUtc };
  await db
    .insertInto('organizer')
    .values({ id, slug, author_id: 7, status: 'draft', name: slug, name_key: slug, ...times })
    .execute();
}

let ids = 1_000;

/** Ways to choose a slug, and the slug that the first request gets. */
const WAYS: [string, string, (transaction: Transaction) => Promise<Chosen>][] = [
  ['with its id', 'band', (transaction) => newIdAndSlug(transaction, 'organizer', 'Band')],
  [
    'for an id',
    'club',
    async (transaction) => {
      const id = ids++;
      return { id, slug: await freeSlug(transaction, 'organizer', 'club', id) };
    },
  ],
  [
    'in the trash',
    'choir__trashed',
    async (transaction) => {
      const id = ids++;
      return { id, slug: await trashedSlug(transaction, 'organizer', 'choir', id) };
    },
  ],
];

test.each(WAYS)(
  'of simultaneous requests for one slug %s, none retries more than once: at the second attempt they wait for each other',
  async (_name, first, choose) => {
    const { promise: allHaveChosen, resolve } = Promise.withResolvers<void>();
    let chose = 0;
    const { most } = await atOnce(store.context, async (transaction) => {
      const chosen = await choose(transaction);
      if (++chose === WRITERS) resolve();
      // All choose the same slug before the first one stores it; other requests may choose in between later, too.
      await (transaction.isRetry ? pause(30) : allHaveChosen);
      await insertOrganizer(transaction, chosen);
    });
    expect(most).toBeLessThanOrEqual(2);
    const rows = await store.db
      .selectFrom('organizer')
      .select('slug')
      .where('slug', 'like', `${first}%`)
      .execute();
    const numbered = Array.from({ length: WRITERS }, (_, at) => (at === 0 ? first : `${first}-${at + 1}`));
    expect(rows.map(({ slug }) => slug).toSorted()).toEqual(numbered.toSorted());
  },
);
