import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Orm } from '../../platform/postgres/orm.ts';
import { computeTotals, mergeTotals } from './merge.ts';
import { inScope, type TotalScope } from './scope.ts';

/**
 * Totals of fewer events than this are not materialized: counting takes some milliseconds. All of them are counted by one index
 * alone, those of a record by two.
 */
const materializedFrom = ({ refs }: TotalScope): number => (refs.length === 0 ? 30_000 : 2_000);
/** From how many events or deltas on they are merged. */
const MERGED_FROM = 100;
/** How often that is looked at, in milliseconds. */
const INTERVAL_MS = 1_000;
/** For how long it is remembered that a scope has few events, in milliseconds, and of how many scopes. */
const SMALL_MS = 600_000;
const MOST_SMALL = 10_000;
/** Of how many scopes it is looked up at once. */
const MOST_WANTED = 1_000;

/** What totals lists have asked for that are not materialized. */
interface Wanted {
  readonly scopes: Map<string, TotalScope>;
  readonly small: LRUCache<string, true>;
}

/** One for each database that this process writes to. */
const all = new WeakMap<Orm, Wanted>();
const wantedOf = (orm: Orm): Wanted =>
  all.getOrInsertComputed(orm, () => ({
    scopes: new Map(),
    small: new LRUCache({ max: MOST_SMALL, ttl: SMALL_MS }),
  }));

const keyOf = ({ kind, refs }: TotalScope): string => `${kind} ${refs.join(',')}`;

/** Whether totals of a scope are not worth to be materialized, as far as is known. */
export const isSmall = (orm: Orm, scope: TotalScope): boolean => wantedOf(orm).small.has(keyOf(scope));

/** Notes that a list asks for totals that are not materialized: soon they are, if they are of many events. */
export function requestTotals(orm: Orm, scope: TotalScope): void {
  const { scopes } = wantedOf(orm);
  if (scopes.size < MOST_WANTED) scopes.set(keyOf(scope), scope);
}

/** Whether there is enough to merge that readers notice. */
async function isDue(db: Db): Promise<boolean> {
  const has = (table: string) =>
    sql`exists (select from ${sql.table(table)} offset ${sql.lit(MERGED_FROM - 1)} limit 1)`;
  const { rows } = await sql<{ isDue: boolean }>`
    select ${has('event_unmerged')} or ${has('event_total_delta')} as "isDue"`.execute(db);
  return rows[0]?.isDue === true;
}

/** What there is of a scope; `missing` when its totals are worth to be materialized, and are not. */
async function stateOfTotals(db: Db, scope: TotalScope): Promise<'materialized' | 'small' | 'missing'> {
  const { rows } = await sql<{ isMaterialized: boolean; isLarge: boolean }>`
    select exists (select from event_total_scope where kind = ${scope.kind} and refs = ${[...scope.refs]}::int[]) as "isMaterialized",
      exists (select from event where ${inScope(scope)} offset ${sql.lit(materializedFrom(scope) - 1)} limit 1) as "isLarge"`.execute(
    db,
  );
  const [row] = rows;
  return row?.isMaterialized ? 'materialized' : row?.isLarge ? 'missing' : 'small';
}

/** Makes totals of a scope, however small it is, which are read from now on. @returns as {@link computeTotals} */
export function materializeScope(orm: Orm, db: Db, scope: TotalScope): Promise<number | undefined> {
  wantedOf(orm).small.delete(keyOf(scope));
  return computeTotals(db, scope);
}

interface MaintenanceOptions {
  readonly orm: Orm;
  /** Reaches the primary. */
  readonly db: Db;
  readonly warn: (message: string) => void;
}

/**
 * Keeps totals for as long as the process runs: merges what is new and changed, and begins to keep what is asked for.
 * @returns what ends it, and waits for what is being stored
 */
export function maintainTotals({ orm, db, warn }: MaintenanceOptions): () => Promise<void> {
  const { scopes, small } = wantedOf(orm);
  let isOpen = true;
  let running: Promise<void> | undefined;
  const make = (key: string, scope: TotalScope): Promise<unknown> =>
    materializeScope(orm, db, scope).catch((error: unknown) => {
      // Such as too many events for the time that a statement may take: they are counted for a while.
      small.set(key, true);
      warn(
        `Totals of ${key} are not materialized: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  const look = async (): Promise<void> => {
    if (await isDue(db)) await mergeTotals(db, () => isOpen);
    for (const [key, scope] of scopes) {
      if (!isOpen) return;
      scopes.delete(key);
      const state = await stateOfTotals(db, scope);
      if (state === 'missing') await make(key, scope);
      else if (state === 'small') small.set(key, true);
    }
  };
  const lookOnce = (): void => {
    // A database that is away, or that only reads, is tried again the next time.
    running ??= look()
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
  };
  // The list of all events is asked for everywhere.
  requestTotals(orm, { kind: 'all', refs: [] });
  lookOnce();
  const timer = setInterval(lookOnce, INTERVAL_MS).unref();
  return async () => {
    isOpen = false;
    clearInterval(timer);
    await running;
  };
}
