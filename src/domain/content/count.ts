import { sql } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { Context } from '../context/context.ts';
import { slowRead } from '../context/slow-read.ts';
import type { Condition } from './visibility.ts';

/**
 * The number of rows of a table that meet a condition.
 * @param isSlow whether counting is expected to take long
 */
export async function countRows(
  context: Context,
  table: keyof Tables,
  condition: Condition,
  isSlow: boolean,
): Promise<number> {
  const query = sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(table)} where ${condition}`;
  const { rows } = await slowRead(context, () => query.execute(context.db), isSlow);
  return rows[0]?.total ?? 0;
}
