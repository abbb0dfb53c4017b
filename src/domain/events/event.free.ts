import { sql } from 'kysely';
import { isFreeCost } from '../../lib/cost.ts';
import { FREE_WORDS } from '../../lib/cost-words.ts';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';
import type { Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import { slowRead } from '../context/slow-read.ts';
import { MAYBE_FREE } from './event.indexes.ts';

/** Every cost of 0 has one of these, and few others do. */
const ZERO_OR_WORD = ['0', ...FREE_WORDS].join('|');

/**
 * Events with a price of 0 and no other. Only the parser of costs can decide (rules#cost), so it reads the different
 * costs that may be free, from their index: a calendar has few.
 */
export async function isFree(context: Context): Promise<Condition> {
  const query = sql<{ cost: string[] }>`
    select distinct cost from event
    where ${sql.raw(MAYBE_FREE)} and cost::text collate "C" ~* ${ZERO_OR_WORD}`;
  const { rows } = await slowRead(context, () => query.execute(context.db));
  const free = rows.filter(({ cost }) => isFreeCost(cost, context.settings.currency));
  return sql`${PLAN_EACH_TIME} event.cost = any(${free.map(({ cost }) => JSON.stringify(cost))}::jsonb[])`;
}
