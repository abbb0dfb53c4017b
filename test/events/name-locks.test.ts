import type { Transaction } from '../../src/domain/context/context.ts';
import { checkLinks, storeLinks } from '../../src/domain/events/event.links.ts';
import { ORGANIZERS } from '../../src/domain/organizers/organizer.directory.ts';
import { storeTerms } from '../../src/domain/terms/index.ts';
import { VENUES } from '../../src/domain/venues/venue.directory.ts';
import { atOnce } from '../support/attempts.ts';
import { openStore, type Store } from '../support/context.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

type StoreNames = (transaction: Transaction, names: readonly string[]) => Promise<number[]>;

const KINDS: [what: string, storeNames: StoreNames][] = [
  [
    'venues',
    async (transaction, names) =>
      storeLinks(
        transaction,
        VENUES,
        await checkLinks(
          transaction.context,
          VENUES,
          names.map((name) => ({ create: { name } })),
        ),
      ),
  ],
  [
    'organizers',
    async (transaction, names) =>
      storeLinks(
        transaction,
        ORGANIZERS,
        await checkLinks(
          transaction.context,
          ORGANIZERS,
          names.map((name) => ({ create: { name } })),
        ),
      ),
  ],
  ['categories', (transaction, names) => storeTerms(transaction, { kind: 'category', ids: [], names })],
  ['tags', (transaction, names) => storeTerms(transaction, { kind: 'tag', ids: [], names })],
];

test.each(KINDS)(
  'simultaneous events that name the same new %s, in any order, wait for each other and share them: no transaction restarts',
  async (_what, storeNames) => {
    const { results, most } = await atOnce(store.context, (transaction, writer) =>
      storeNames(transaction, writer % 2 === 0 ? ['Left', 'Right'] : ['Right', 'Left']),
    );
    expect(most).toBe(1);
    const [first] = results;
    expect(first).toHaveLength(2);
    for (const ids of results) expect(ids.toSorted()).toEqual(first?.toSorted());
  },
);
