import { availableParallelism } from 'node:os';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Counted } from './totals.ts';
import { Turns } from './turns.ts';
import { type Condition, type PostTable, PublishedBy } from './visibility.ts';

/** Counting takes PostgreSQL a core. More at once than there are would make each of them slow, and all reading and writing beside them. */
const turns = new Turns(Math.max(1, availableParallelism() - 1));

/** A request that asks for many totals waits for one after the other, and others wait for no more than one of its. */
const ofRequest = new WeakMap<Context, Turns>();

function turnsOf(context: Context): Turns {
  const own = ofRequest.get(context) ?? new Turns(1);
  ofRequest.set(context, own);
  return own;
}

/** How many rows of a table meet a condition; remembered until the data changes. */
export async function countRows(context: Context, table: PostTable, condition: Condition): Promise<number> {
  const { db, changes, stretch } = context;
  const query = sql<Omit<Counted, 'ms'>>`select count(*)::int as total, pg_current_snapshot()::text as snapshot
    from ${sql.table(table)} where ${condition}`.compile(db);
  const values = query.parameters.map((value) => (value instanceof PublishedBy ? stretch : value));
  const key = `${query.sql} ${JSON.stringify(values)}`;
  const count = (): Promise<Counted> =>
    turnsOf(context).take(() =>
      turns.take(async () => {
        const start = performance.now();
        const [counted] = (await db.executeQuery(query)).rows;
        if (!counted) throw new Error('a count answered nothing');
        return { ...counted, ms: performance.now() - start };
      }),
    );
  if (table === 'event' && changes.listening) return changes.totals.of(key, condition, count);
  return changes.remember(key, async () => (await count()).total);
}
