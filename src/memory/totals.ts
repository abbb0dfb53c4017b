import { type CompiledQuery, type QueryResult, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../database/orm.ts';
import { PLAN_EACH_TIME } from '../database/prepared.ts';
import { type Condition, PublishedBy } from '../records/visibility.ts';

/** Totals that take less to count, in milliseconds, are counted again after each change. */
const LONG_MS = 40;
const MOST_REMEMBERED = 1_000;
/**
 * Memory for totals, in bytes. What is counted has its values in the key and in the condition, which takes
 * about four times as much.
 */
const MOST_BYTES = 16 * 1024 * 1024;
const bytesOf = (_total: Total, key: string): number => 500 + 5 * key.length;
const MOST_CARRIED = 16;
/**
 * After so many changes that nobody asked in between, a total is no longer carried: a thousand new events in
 * a row need not look at it.
 */
const PATIENCE = 8;

/** A count, and which transactions it has seen: `pg_current_snapshot()` of the statement that counted. */
export interface Counted {
  total: number;
  snapshot: string;
  /** What the statement took, in milliseconds. */
  ms: number;
}

/** Whether a snapshot, `xmin:xmax:xip,…`, has seen what a transaction stored, which has ended since. */
export function hasSeen(snapshot: string, transaction: bigint): boolean {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
  if (transaction < BigInt(xmin)) return true;
  return transaction < BigInt(xmax) && !running.split(',').includes(String(transaction));
}

/** One more or one less by a transaction; undefined when nobody looked. */
interface Difference {
  transaction: bigint;
  by: number | undefined;
}

/**
 * The total of one list of events: being counted, then known, then right as long as it hears of every change.
 */
class Total {
  readonly condition: Condition;
  #snapshot: string | undefined;
  #value = 0;
  #isLost = false;
  #counting: Promise<void> = Promise.resolve();
  readonly #heardMeanwhile: Difference[] = [];
  #heardSinceAsked = 0;

  constructor(condition: Condition) {
    this.condition = condition;
  }

  /** Whether a change came by that nobody looked at: what was asked for before it is still right, no more. */
  get isLost(): boolean {
    return this.#isLost;
  }

  async count(counting: Promise<Counted>): Promise<Counted> {
    this.#counting = counting.then(({ total, snapshot }) => {
      this.#value = total;
      this.#snapshot = snapshot;
      for (const difference of this.#heardMeanwhile) this.hear(difference);
    });
    await this.#counting;
    return counting;
  }

  /** Whether it is asked for now and then between changes. */
  get isAskedFor(): boolean {
    return this.#heardSinceAsked < PATIENCE;
  }

  async value(): Promise<number> {
    this.#heardSinceAsked = 0;
    await this.#counting;
    return this.#value;
  }

  hear(difference: Difference): void {
    this.#heardSinceAsked += 1;
    if (this.#snapshot === undefined) this.#heardMeanwhile.push(difference);
    else if (hasSeen(this.#snapshot, difference.transaction)) return;
    else if (difference.by === undefined) this.#isLost = true;
    else this.#value += difference.by;
  }
}

/** The transaction that looked, and for each total whether it counts the event. */
interface Looked {
  transaction: string;
  counts: number[];
}

/**
 * What a write of one event changes about the totals that took long to count: looked at in its own
 * transaction, so nobody else is in between.
 */
export class Carried {
  readonly #totals: () => readonly Total[];
  readonly #nowUtc: string;
  readonly #before = new Map<Total, number>();
  readonly #after = new Map<Total, number>();
  #transaction = 0n;
  #isNew = true;

  constructor(totals: () => readonly Total[], nowUtc: string) {
    this.#totals = totals;
    this.#nowUtc = nowUtc;
  }

  /**
   * Before an event is changed, which is locked from now on. @param write see `OwnWrite.name` in
   * memory/stretch.ts
   */
  async before(db: Db, id: number, write: string): Promise<void> {
    this.#isNew = false;
    const { rows } =
      await sql`select set_config('calendar.write', ${write}, true) from event where id = ${id} for update`.execute(
        db,
      );
    // When it has just been deleted, the write itself will say so.
    if (rows.length > 0) await this.#look(db, id, this.#before);
  }

  /** Once it is stored. */
  async after(db: Db, id: number): Promise<void> {
    this.#transaction = await this.#look(db, id, this.#after);
  }

  differenceOf(total: Total): Difference {
    const before = this.#isNew ? 0 : this.#before.get(total);
    const after = this.#after.get(total);
    return {
      transaction: this.#transaction,
      by: before === undefined || after === undefined ? undefined : after - before,
    };
  }

  /** Notes which totals count the event. @returns the transaction */
  async #look(db: Db, id: number, found: Map<Total, number>): Promise<bigint> {
    const totals = this.#totals();
    // A count of its own for each, because PostgreSQL looks for one event in what a condition names only
    // there; elsewhere it reads all that is named.
    const counts = sql.join(
      totals.map(
        ({ condition }) => sql`(select count(*)::int from event where event.id = ${id} and ${condition})`,
      ),
    );
    const query = sql<Looked>`select ${PLAN_EACH_TIME} pg_current_xact_id()::text as transaction, array[${counts}]::int[] as counts`;
    const { rows } = await publishedBy(this.#nowUtc, query.compile(db), (compiled) =>
      db.executeQuery(compiled),
    );
    const [row] = rows;
    if (!row) throw new Error('a look at totals answered nothing');
    for (const [at, total] of totals.entries()) found.set(total, row.counts[at] ?? 0);
    return BigInt(row.transaction);
  }
}

/** Runs a statement as of another moment than it was made for. */
function publishedBy<R>(
  utc: string,
  compiled: CompiledQuery<R>,
  run: (query: CompiledQuery<R>) => Promise<QueryResult<R>>,
): Promise<QueryResult<R>> {
  const parameters = compiled.parameters.map((parameter) =>
    parameter instanceof PublishedBy ? new PublishedBy(utc) : parameter,
  );
  return run({ ...compiled, parameters });
}

/**
 * Totals of lists of events, remembered until the data changes. Those that take long to count are carried
 * over writes of single events: each such write looks which of them count its event before and after. Whether
 * a count had seen a write already is told by PostgreSQL's snapshots.
 */
export class Totals {
  readonly #totals = new LRUCache<string, Total>({
    max: MOST_REMEMBERED,
    maxSize: MOST_BYTES,
    sizeCalculation: bytesOf,
  });
  /** Those that took long when they were counted last. */
  readonly #long = new LRUCache<string, true>({ max: MOST_CARRIED });
  readonly #longMs: number;

  constructor(longMs = LONG_MS) {
    this.#longMs = longMs;
  }

  /**
   * A total: known, or counted now. @param key says what is counted, apart from the moment by which records
   * count as published
   */
  async of(key: string, condition: Condition, count: () => Promise<Counted>): Promise<number> {
    for (let known = this.#totals.get(key); known && !known.isLost; known = this.#totals.get(key)) {
      const value = await known.value();
      // Lost while it was counted, perhaps by a write that this reader knows of.
      if (!known.isLost) return value;
    }
    const total = new Total(condition);
    this.#totals.set(key, total);
    try {
      const { ms } = await total.count(count());
      if (ms >= this.#longMs) this.#long.set(key, true);
    } catch (error) {
      if (this.#totals.peek(key) === total) this.#totals.delete(key);
      throw error;
    }
    return total.value();
  }

  /** For a write of one event; undefined while no total is worth it. */
  carry(nowUtc: string): Carried | undefined {
    return this.#worthIt().length > 0
      ? new Carried(() => this.#worthIt().map(([, total]) => total), nowUtc)
      : undefined;
  }

  /** Something has changed: all that is known of it is what the write looked at. */
  changed(carried?: Carried): void {
    const kept = carried ? this.#worthIt() : [];
    if (this.#totals.size > 0) this.#totals.clear();
    if (!carried) return;
    for (const [key, total] of kept) {
      total.hear(carried.differenceOf(total));
      this.#totals.set(key, total);
    }
  }

  #worthIt(): (readonly [key: string, total: Total])[] {
    return [...this.#long.keys()].flatMap((key) => {
      const total = this.#totals.peek(key);
      return total?.isAskedFor && !total.isLost ? [[key, total] as const] : [];
    });
  }
}
