import { sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import type { Context } from '../context/context.ts';
import { slowRead } from '../context/slow-read.ts';
import type { Condition } from './visibility.ts';

/**
 * The number of rows of a table that meet a condition; cached until the data changes. The caller has
 * added what the condition depends on to `dependencies`.
 * @param isSlow whether counting is expected to take long
 */
export function countRows(
  context: Context,
  table: RecordKind | 'term',
  condition: Condition,
  isSlow: boolean,
): Promise<number> {
  const { cache, slowReads } = context;
  const db = context.db.tracked;
  const query = sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(table)} where ${condition}`.compile(db);
  const count = async (): Promise<number> => (await db.executeQuery(query)).rows[0]?.total ?? 0;
  return cache.memoize(`${query.sql} ${JSON.stringify(query.parameters)}`, () =>
    slowRead({ slowReads, signal: undefined }, count, isSlow),
  );
}
