import { sql } from 'kysely';
import { listEvents, readableEvents } from '../../src/domain/events/event.queries.ts';
import { EVERYTHING } from '../../src/domain/events/event.selection.ts';
import { openStore } from '../support/context.ts';

test('omits search results that are unpublished by the time they are read', async () => {
  const store = await openStore();
  try {
    const shown = await store.event();
    const other = await store.event({ status: 'draft', authorId: 1 });
    const context = store.context('anonymous');
    expect(await readableEvents(context, [other], EVERYTHING)).toEqual([null]);
    await sql`update event set status = 'publish' where id = ${other}`.execute(store.db);
    const page = await listEvents(context, {
      filter: { include: [{ databaseId: shown }, { databaseId: other }] },
    });
    expect((await page.rows()).map(({ id }) => id)).toEqual([shown]);
    expect(page.positions).toHaveLength(2);
  } finally {
    await store.close();
  }
});
