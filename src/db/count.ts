import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Condition } from './visibility.ts';

/** How many rows of a table meet a condition; remembered until the data changes. */
export function countRows(context: Context, table: string, condition: Condition): Promise<number> {
  const query = sql<{ total: number }>`select count(*)::int as total from ${sql.table(table)} where ${condition}`.compile(context.db);
  const key = `count ${query.sql} ${JSON.stringify(query.parameters)}`;
  return context.changes.remember(key, async () => (await context.db.executeQuery(query)).rows[0]?.total ?? 0);
}
