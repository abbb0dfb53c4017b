import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { ServiceError } from '../../lib/errors.ts';
import { errorCode } from '../../lib/object.ts';
import type { Db, ReadDb } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import { numberedChanges } from '../../platform/telemetry/counters.ts';
import { mayReadEverything } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import { type Listener, numberChanges, TOMBSTONE_DAYS } from './numbering.ts';

/** Where a record stands in the feed. */
interface FeedItem {
  readonly number: number;
  readonly kind: 'event' | 'venue' | 'organizer' | 'category' | 'tag';
  readonly id: number;
  /** Whether lists show it to everybody, as far as numbered changes say. */
  readonly isPublic: boolean;
  readonly isErased: boolean;
  /** From when on it is public, in UTC; null for what has no date or is not published. */
  readonly publishedUtc: string | null;
}

/** What is behind a position. */
interface FeedPage {
  readonly items: readonly FeedItem[];
  /** The name of this calendar in positions. */
  readonly calendar: string;
  /** The last number that the caller can have been shown. */
  readonly last: number;
  /** The highest number of a tombstone that is no longer kept. */
  readonly purged: number;
  /** Numbers that belonged to what was lost: behind the first, before the second of each pair. */
  readonly lost: readonly (readonly [number, number])[];
  /** Whether something has been stored, or come due, that has no number yet. */
  readonly isBehind: boolean;
  /** Whether the caller is shown all records, also what was never public. */
  readonly isWhole: boolean;
}

interface PageRow extends Omit<FeedPage, 'items' | 'isWhole'> {
  readonly isComplete: boolean;
  /** Seconds since it was numbered last. */
  readonly age: number;
  readonly items: readonly (readonly [
    FeedItem['number'],
    FeedItem['kind'],
    FeedItem['id'],
    FeedItem['isPublic'],
    FeedItem['isErased'],
    FeedItem['publishedUtc'],
  ])[];
}

interface PageValues {
  readonly after: number;
  readonly limit: number;
  readonly everything: boolean;
  readonly now: string;
}

/**
 * A page, and what is needed to judge it, in one snapshot. Changes have no number yet if their transactions were not
 * visible when the log was read last. That is looked up in the order of the log's index, so it takes no longer where
 * PostgreSQL does not know yet how long the log has become.
 */
const PAGE = new Statement((db, value: ValueOf<PageValues>) => ({
  compile: () =>
    sql<PageRow>`
      select calendar, purged::float8 as purged, lost, is_complete as "isComplete",
        case when ${value('everything')}::boolean then last else greatest(purged,
          (select number from feed_item where was_public order by number desc limit 1)) end::float8 as last,
        extract(epoch from clock_timestamp() at time zone 'utc' - at_utc)::float8 as age,
        coalesce((select xid from change order by xid desc limit 1) >= pg_snapshot_xmax(seen::pg_snapshot), false)
          or exists (select from pg_snapshot_xip(seen::pg_snapshot) as running (xid),
            lateral (select from change where change.xid = running.xid order by change.xid limit 1) as logged)
          or exists (select from feed_item where not is_public and published_utc <= ${value('now')}::timestamp)
          or exists (select from feed_backlog) as "isBehind",
        array(
          select json_build_array(number, kind, record_id, is_public, erased_utc is not null, published_utc::text)
          from feed_item where number > ${value('after')}::bigint and (was_public or ${value('everything')}::boolean)
          order by number limit ${value('limit')}::int) as items
      from feed_state`.compile(db),
}));

/** How long what is stored may wait for its number when somebody asks, in seconds: then a walk comes to an end. */
const LATEST_S = 0.5;
/** How often each process looks whether there is something to number, in milliseconds. */
const INTERVAL_MS = 10_000;
/** How long the records of a new database are numbered before somebody who asks is sent away, in milliseconds. */
const COMPLETING_MS = 5_000;
/** How long a request goes on with what others have left in the backlog, in milliseconds. */
const BACKLOG_MS = 500;

/** `lock_not_available` */
const LOCKED = '55P03';

interface FeedOptions {
  /** The primary. */
  readonly db: Db;
  readonly clock: () => Date;
  /** Told of the changes that are numbered, in the same transaction. */
  readonly listener?: Listener;
  /** Called with a message for the operator. */
  readonly warn: (message: string) => void;
}

/**
 * The change feed of a calendar: every record once, in the order of last changes. Numbers are given after the
 * commit, twice a second at most, by whichever process is asked or looks first (decisions/0078).
 */
export class ChangeFeed {
  /** For how long tombstones of what was erased are kept, in days. */
  readonly tombstoneDays = TOMBSTONE_DAYS;
  readonly #options: FeedOptions;
  #timer: NodeJS.Timeout | undefined;
  #numbering: Promise<boolean> | undefined;
  #hasWarned = false;
  #isClosed = false;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /**
   * What is behind a number for the caller of a request, with everything that was stored half a second ago.
   * @throws ServiceError service_unavailable 503 while the records of a new database get their numbers
   */
  async page({ caller, clock }: Context, after: number, limit: number): Promise<FeedPage> {
    const { db } = this.#options;
    const isWhole = mayReadEverything(caller);
    const values = { after, limit, everything: isWhole, now: clock.nowUtc };
    let row = await readPage(db, values);
    const startedAt = performance.now();
    const passed = (): number => performance.now() - startedAt;
    while (
      (!row.isComplete && passed() < COMPLETING_MS) ||
      (row.isBehind && row.age > LATEST_S && passed() < BACKLOG_MS)
    ) {
      await this.number();
      row = await readPage(db, values);
    }
    if (!row.isComplete)
      throw new ServiceError('service_unavailable', {
        message: 'The change feed is being made for the first time; ask again in a moment.',
      });
    const { items, ...state } = row;
    return {
      ...state,
      isWhole,
      items: items.map(([number, kind, id, isPublic, isErased, publishedUtc]) => ({
        number,
        kind,
        id,
        isPublic,
        isErased,
        publishedUtc,
      })),
    };
  }

  /**
   * Numbers what has been stored, and some of the backlog; those who ask meanwhile share it.
   * @param unlessTaken whether to do nothing while another process is at it
   * @returns whether there is more to do here: a backlog that no other process works at
   */
  number(unlessTaken = false): Promise<boolean> {
    const { db, clock, listener } = this.#options;
    this.#numbering ??= (async () => {
      const end = performance.now() + BACKLOG_MS;
      do {
        const { numbered, isPending, isTaken } = await numberChanges(db, clock(), { listener, unlessTaken });
        numberedChanges.add('', numbered);
        if (!isPending || isTaken) return false;
      } while (performance.now() < end && !this.#isClosed);
      return true;
    })().finally(() => {
      this.#numbering = undefined;
    });
    return this.#numbering;
  }

  /**
   * Numbers what has been stored until now, though nobody has asked for it, unless another process is at it.
   * @returns whether a backlog is left
   */
  keepUp(): Promise<boolean> {
    return this.#unasked(async () => {
      const now = toUtc(this.#options.clock());
      const values = { after: Number.MAX_SAFE_INTEGER, limit: 0, everything: false, now };
      const { isBehind, isComplete } = await readPage(this.#options.db, values);
      return (isBehind || !isComplete) && this.number(true);
    });
  }

  /** Warns of an error, once until it is over. */
  async #unasked(work: () => Promise<boolean>): Promise<boolean> {
    try {
      const isLeft = await work();
      this.#hasWarned = false;
      return isLeft;
    } catch (error) {
      // A table that somebody has locked is tried again the next time.
      if (!this.#hasWarned && !this.#isClosed && errorCode(error) !== LOCKED)
        this.#options.warn(`The change feed cannot be brought up to date: ${String(error)}`);
      this.#hasWarned = true;
      return false;
    }
  }

  /**
   * Begins to number what nobody asks for: now and every ten seconds. Rows of the log of changes stay until then.
   * Resolves when it is known from where on the log is read: in the copy of a database that is from now on, so nothing
   * may be stored before.
   */
  async open(): Promise<void> {
    const finish = async (isLeft: boolean): Promise<void> => {
      let hasMore = isLeft;
      while (hasMore && !this.#isClosed) hasMore = await this.keepUp();
    };
    void finish(await this.#unasked(() => this.number()));
    this.#timer = setInterval(() => void finish(true), INTERVAL_MS).unref();
  }

  /** Ends it, and waits for the transaction that runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#numbering?.catch(() => {});
  }
}

async function readPage(db: ReadDb, values: PageValues): Promise<PageRow> {
  const [row] = await PAGE.run(db, values);
  if (!row) throw new Error('the table feed_state has no row');
  return row;
}
