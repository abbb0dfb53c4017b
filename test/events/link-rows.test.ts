import { sql } from 'kysely';
import { moveToTrash } from '../../src/domain/content/remove.ts';
import { replaceLinks } from '../../src/domain/events/event.link-rows.ts';
import { runInTransaction } from '../../src/domain/transactions/run-in-transaction.ts';
import { VENUES } from '../../src/domain/venues/venue.directory.ts';
import { failure, openStore, type Store } from '../support/context.ts';
import { eventually } from '../support/eventually.ts';

let store: Store;
let event: number;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  event = await store.event();
});

const venue = (name: string): Promise<number> => VENUES.create(store.context(), { name });
const trash = (id: number) =>
  runInTransaction(store.context(), (within) =>
    moveToTrash(within, 'venue', VENUES.findRow, { id, modifiedUtc: '' }),
  );
const link = (ids: readonly number[], kept: readonly number[] = []): Promise<boolean> =>
  runInTransaction(store.context(), async ({ em }) => {
    const changed = await replaceLinks(em, 'venue', ids, new Map([[event, kept]]));
    return changed.has(event);
  });
const linked = async (): Promise<number[]> => {
  const links = store.db.selectFrom('event_venue').select('venue_id').where('event_id', '=', event);
  return (await links.orderBy('position').execute()).map(({ venue_id }) => venue_id);
};

test('links are added, moved and removed; the same links again are no change', async () => {
  const [hall, barn, tent] = [await venue('Hall'), await venue('Barn'), await venue('Tent')];
  expect(await link([hall, barn])).toBe(true);
  expect(await link([hall, barn])).toBe(false);
  expect(await link([barn, tent, hall])).toBe(true);
  expect(await linked()).toEqual([barn, tent, hall]);
  expect(await link([tent])).toBe(true);
  expect(await linked()).toEqual([tent]);
  expect(await link([])).toBe(true);
  expect(await linked()).toEqual([]);
});

test('a record trashed since its check is refused, and nothing changes; an existing link stays', async () => {
  const [hall, ruin] = [await venue('Hall'), await venue('Ruin')];
  await link([hall, ruin]);
  await trash(ruin);
  for (const gone of [ruin, 2_000_000_000])
    expect(await failure(link([gone, hall]))).toMatchObject({ status: 400, problems: ['venues'] });
  expect(await linked()).toEqual([hall, ruin]);
  expect(await link([hall], [ruin])).toBe(false);
  expect(await link([], [ruin])).toBe(true);
  expect(await linked()).toEqual([ruin]);
});

test('moving a venue to the trash waits for the transaction that links it', async () => {
  const hall = await venue('Hall');
  const { promise: stored, resolve: isStored } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const linking = runInTransaction(store.context(), async ({ em }) => {
    await replaceLinks(em, 'venue', [hall], new Map([[event, []]]));
    isStored();
    await ended;
  });
  const waiting = async (): Promise<boolean> => {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(
      store.db,
    );
    return rows[0]?.waiting === true;
  };
  await stored;
  let isTrashed = false;
  const trashing = trash(hall).then(() => {
    isTrashed = true;
  });
  await eventually('it waits', async () => isTrashed || (await waiting()));
  expect(isTrashed).toBe(false);
  end();
  await Promise.all([linking, trashing]);
  expect(await linked()).toEqual([hall]);
});
