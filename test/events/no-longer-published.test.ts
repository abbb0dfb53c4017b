import { eventPage, readEvents } from '../../src/domain/events/event.queries.ts';
import { EVERYTHING } from '../../src/domain/events/event.selection.ts';
import { openStore } from '../support/context.ts';

test('what is no longer published when it is read is left out of what was found', async () => {
  const store = await openStore();
  try {
    const shown = await store.event();
    const ids = [shown, await store.event({ status: 'draft', authorId: 1 })].map((id) => ({ id, key: '' }));
    const context = store.context('anonymous');
    const request = { page: 1, perPage: 10, offset: 0, after: null, before: null, isBackward: false };
    const events = await readEvents(context, ids, EVERYTHING);
    const list = { list: () => '', request, count: async () => 2, hasAny: async () => false };
    const page = eventPage({ rows: ids, hasMore: false, events }, list);
    expect(page.rows.map(({ id }) => id)).toEqual([shown]);
    expect(page.positions).toHaveLength(2);
  } finally {
    await store.close();
  }
});
