import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../../platform/cache/change-log.ts';
import type { DataVersion } from '../../platform/cache/version.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { openSubscriptions } from '../../platform/telemetry/counters.ts';
import type { Following } from '../resource/following.ts';
import { Follower, OpenSubscriptions, type SubscriptionLimits } from './follower.ts';
import {
  eventsShowing,
  isTable,
  type RecordState,
  readAllStates,
  readStates,
  TABLES,
  type Table,
  tableOf,
} from './record-states.ts';

/** How long to wait before reading again what could not be read, in milliseconds. */
const RETRY_MS = 1_000;
/** How long a new subscription waits for changes that were stored before it, in milliseconds. */
const CATCH_UP_MS = 1_000;
/** For how long the states of all records stay after the last subscription to all has ended, in milliseconds. */
const STATES_TTL_MS = 60_000;
/** Operations after which no other record shows anything else: links that go with a record are changes of their events. */
const OWN: ReadonlySet<string> = new Set(['insert', 'delete', 'count']);

interface RecordChangesOptions {
  /** The primary. */
  readonly db: Db;
  readonly version: DataVersion;
  readonly limits: SubscriptionLimits;
}

/** What is known of a table while somebody follows it. */
class TableStates {
  readonly states = new Map<number, RecordState>();
  /** How many follow each record by its id. */
  readonly named = new Map<number, number>();
  /** How many follow all records. */
  whole = 0;
  /** Whether the states of all records are here. */
  isWhole = false;

  set(id: number, state: RecordState | null): void {
    if (state) this.states.set(id, state);
    else this.states.delete(id);
  }

  isFollowed(id: number): boolean {
    return this.whole > 0 || this.named.has(id);
  }

  /** Counts who follows these ids, or all records: one more (1) or one less (-1). */
  count(ids: readonly number[] | null, change: 1 | -1): void {
    if (ids === null) this.whole += change;
    for (const id of ids ?? []) {
      const count = (this.named.get(id) ?? 0) + change;
      if (count > 0) this.named.set(id, count);
      else this.named.delete(id);
    }
    if (this.whole === 0) this.isWhole = false;
    if (change === 1) return;
    for (const id of ids ?? this.states.keys()) if (!this.isFollowed(id)) this.set(id, null);
  }

  /** Drops what is known of records that nobody follows by their ids. */
  forget(): void {
    this.isWhole = false;
    for (const id of this.states.keys()) if (!this.named.has(id)) this.set(id, null);
  }

  /** Whether states of it are here, and have to be right. */
  get isUsed(): boolean {
    return this.whole > 0 || this.named.size > 0;
  }
}

/**
 * Tells subscriptions what has changed, by the log of changes that each process reads (decisions/0082). It knows who
 * may read the records that somebody follows, before a change and after it, and reads that from the primary once
 * for all who follow them.
 */
export class RecordChanges {
  readonly #options: RecordChangesOptions;
  readonly #open: OpenSubscriptions;
  readonly #followers = new Set<Follower>();
  readonly #tables: ReadonlyMap<Table, TableStates> = new Map(
    TABLES.map((table) => [table, new TableStates()]),
  );
  /** Records that have changed and whose states have not been read since, and what events may show. */
  #touched = new Map<string, readonly [kind: string, id: number, isShown: boolean]>();
  /** Whether anything may have changed. */
  #isUnknown = false;
  /** What is read, one after another. */
  #reading: Promise<void> = Promise.resolve();
  #isScheduled = false;
  #isLeaving = false;

  constructor(options: RecordChangesOptions) {
    this.#options = options;
    this.#open = new OpenSubscriptions(options.limits);
    options.version.onChange((changes) => this.#note(changes));
    openSubscriptions.add(this.#open);
  }

  /**
   * Takes a place for a subscription, before anything is read for it; `free` gives it back.
   * @throws ServiceError too_many_requests 429, service_unavailable 503
   */
  reserve(client: string): { free(): void } {
    this.#open.add(client);
    let isHeld = true;
    return {
      free: () => {
        if (isHeld) this.#open.delete(client);
        isHeld = false;
      },
    };
  }

  /** Follows records from now on: what is stored after this has resolved is not missed. */
  async follow(following: Following): Promise<Follower> {
    // Changes of before are told to the others first.
    await Promise.race([this.#options.version.catchUp(), pause(CATCH_UP_MS, undefined, { ref: false })]);
    const wanted = this.#wantedOf(following);
    const forget = (): void => {
      for (const states of wanted) states.count(following.ids, -1);
    };
    const follower = new Follower({
      following,
      stateOf: (kind, id) => this.#tables.get(tableOf(kind))?.states.get(id) ?? null,
      onClose: () => {
        this.#followers.delete(follower);
        // Who comes and goes must not have all records read each time.
        if (following.ids === null) setTimeout(forget, STATES_TTL_MS).unref();
        else forget();
      },
    });
    for (const states of wanted) states.count(following.ids, 1);
    try {
      await this.#inTurn(async () => {
        for (const table of new Set(following.kinds.map(tableOf))) await this.#load(table, following.ids);
        // Changes of before, which others are still to be told, do not concern it.
        this.#followers.add(follower);
      });
    } catch (error) {
      follower.close();
      throw error;
    }
    if (this.#isLeaving) follower.end('leaving');
    return follower;
  }

  #wantedOf({ kinds }: Following): TableStates[] {
    return [...new Set(kinds.map(tableOf))].flatMap((table) => this.#tables.get(table) ?? []);
  }

  /** Reads the states that are not known yet. Those that are known stay: the changes in between will be told. */
  async #load(table: Table, ids: readonly number[] | null): Promise<void> {
    const tableStates = this.#tables.get(table);
    if (!tableStates || tableStates.isWhole) return;
    const missing = ids?.filter((id) => !tableStates.states.has(id));
    if (missing?.length === 0) return;
    const { db } = this.#options;
    const pages = missing ? [await readStates(db, table, missing)] : readAllStates(db, table);
    for await (const states of pages)
      for (const [id, state] of states) if (!tableStates.states.has(id)) tableStates.set(id, state);
    if (!missing && tableStates.whole > 0) tableStates.isWhole = true;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#reading.then(work);
    this.#reading = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  /** @param changes anything may have changed unless given */
  #note(changes: readonly Change[] | undefined): void {
    if (!this.#isUsed) return;
    if (!changes) this.#isUnknown = true;
    for (const { kind, id, operation } of changes ?? []) {
      if (id === null) this.#isUnknown = true;
      else if (isTable(kind) || kind === 'image')
        this.#touched.set(`${kind} ${id}`, [
          kind,
          id,
          kind !== 'event' && (!OWN.has(operation) || this.#touched.get(`${kind} ${id}`)?.[2] === true),
        ]);
    }
    this.#schedule();
  }

  get #isUsed(): boolean {
    return this.#tables.values().some(({ isUsed }) => isUsed);
  }

  /** Reads soon what has changed; changes that come meanwhile are read together. */
  #schedule(): void {
    if (this.#isScheduled || (this.#touched.size === 0 && !this.#isUnknown)) return;
    this.#isScheduled = true;
    void this.#inTurn(async () => {
      this.#isScheduled = false;
      const touched = this.#touched;
      const isUnknown = this.#isUnknown;
      this.#touched = new Map();
      this.#isUnknown = false;
      try {
        await (isUnknown ? this.#startAnew() : this.#readTouched([...touched.values()]));
      } catch {
        // The database cannot be reached; afterwards anything may have changed.
        this.#isUnknown = true;
        setTimeout(() => this.#schedule(), RETRY_MS).unref();
      }
    });
  }

  async #readTouched(touched: readonly (readonly [string, number, boolean])[]): Promise<void> {
    const { db } = this.#options;
    const ids = Map.groupBy(touched, ([kind]) => kind);
    const shown = touched.filter(([, , isShown]) => isShown).map(([kind, id]) => [kind, id] as const);
    const named = [...(this.#tables.get('event')?.named.keys() ?? [])];
    const showing = await eventsShowing(db, shown, named);
    for (const [table, states] of this.#tables) {
      const changed = (ids.get(table) ?? []).map(([, id]) => id);
      const followed = new Set(
        [...changed, ...(table === 'event' ? showing : [])].filter((id) => states.isFollowed(id)),
      );
      if (followed.size === 0) continue;
      const read = await readStates(db, table, [...followed]);
      const own = new Set(changed);
      for (const id of followed) this.#notify(states, id, read.get(id) ?? null, own.has(id));
    }
  }

  /**
   * When anything may have changed: what is followed by its id is told. Who follows all records has to connect again,
   * and to ask for the present state.
   */
  async #startAnew(): Promise<void> {
    for (const follower of this.#followers) if (follower.following.ids === null) follower.end('unknown');
    for (const [table, tableStates] of this.#tables) {
      tableStates.forget();
      const ids = [...tableStates.named.keys()];
      if (ids.length === 0) continue;
      const read = await readStates(this.#options.db, table, ids);
      for (const id of ids) this.#notify(tableStates, id, read.get(id) ?? null, true);
    }
  }

  /** @param isOwn whether the record itself has changed, and not only, perhaps, what it shows of others */
  #notify(tableStates: TableStates, id: number, after: RecordState | null, isOwn: boolean): void {
    const before = tableStates.states.get(id) ?? null;
    tableStates.set(id, after);
    for (const follower of this.#followers) follower.note(id, before, after, isOwn);
  }

  /** From now on every subscription ends as soon as it begins. */
  leave(): void {
    this.#isLeaving = true;
    openSubscriptions.delete(this.#open);
    for (const follower of this.#followers) follower.end('leaving');
  }

  /** Ends all subscriptions, and waits for what is being read. */
  async close(): Promise<void> {
    this.leave();
    await this.#reading;
  }
}
