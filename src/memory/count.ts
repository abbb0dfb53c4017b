import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { RecordKind } from '../records/kinds.ts';
import { type Condition, PublishedBy } from '../records/visibility.ts';
import type { Counted } from './totals.ts';

/** How many rows of a table meet a condition; remembered until the data changes. */
export async function countRows(context: Context, table: RecordKind, condition: Condition): Promise<number> {
  const { db, changes, stretch } = context;
  const query = sql<
    Omit<Counted, 'ms'>
  >`select count(*)::int as total, pg_current_snapshot()::text as snapshot
    from ${sql.table(table)} where ${condition}`.compile(db);
  const values = query.parameters.map((value) => (value instanceof PublishedBy ? stretch : value));
  const key = `${query.sql} ${JSON.stringify(values)}`;
  const count = (): Promise<Counted> =>
    context.inTurn('counts', async () => {
      const start = performance.now();
      const [counted] = (await db.executeQuery(query)).rows;
      if (!counted) throw new Error('a count answered nothing');
      return { ...counted, ms: performance.now() - start };
    });
  if (table === 'event' && changes.listening) return changes.totals.of(key, condition, count);
  return changes.remember(key, async () => (await count()).total);
}
