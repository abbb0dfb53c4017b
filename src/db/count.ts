import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Turns } from './turns.ts';
import type { Condition } from './visibility.ts';

/** Counting takes PostgreSQL a core. More at once than there are would make each of them slow, and all reading and writing beside them. */
const turns = new Turns(Math.max(1, availableParallelism() - 1));

/** How many rows of a table meet a condition; remembered until the data changes. */
export function countRows(context: Context, table: string, condition: Condition): Promise<number> {
  const query = sql<{ total: number }>`select count(*)::int as total from ${sql.table(table)} where ${condition}`.compile(context.db);
  const key = `count ${query.sql} ${JSON.stringify(query.parameters)}`;
  return context.changes.remember(key, async () => {
    const { rows } = await turns.take(() => context.db.executeQuery(query));
    return rows[0]?.total ?? 0;
  });
}
