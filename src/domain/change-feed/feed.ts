import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import { mayReadEverything } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { RecordKind } from '../generated/schema.ts';
import { CURRENT_SERVER, CURRENT_TIMELINE, checkHistory } from './history.ts';
import { type Position, positionOf, positionText } from './position.ts';
import { currentWriters, stableEnd, UNKNOWN_WRITERS, type Writers } from './stable-end.ts';

/** Retention of changes and of tombstones, in days; RPDE requires at least seven. */
export const RETENTION_DAYS = 30;
const DAY_MICROSECONDS = 86_400_000_000;

interface FeedItem {
  readonly kind: RecordKind;
  readonly id: number;
  /** Whether the caller may see the record, according to the log. */
  readonly isShown: boolean;
  /** The time of the change, in microseconds since 1970. */
  readonly at: number;
  /** The position after the change, encoded. */
  readonly position: string;
}

interface FeedPage {
  readonly items: readonly FeedItem[];
  /** Why the reader has to start over; null otherwise. */
  readonly gone: string | null;
  /** Whether the page stays the same until something is stored. */
  readonly isLasting: boolean;
  /** Whether the caller may see all records. */
  readonly isWhole: boolean;
  /** The current time by the clock of the database, in microseconds since 1970. */
  readonly now: number;
}

type ItemRow = readonly [
  xid: string,
  id: string,
  kind: RecordKind,
  recordId: number,
  isShown: boolean,
  at: number,
];

interface PageRow {
  readonly calendar: string;
  readonly isSameHistory: boolean;
  /** Whether a tombstone after the position was deleted. */
  readonly isPurged: boolean;
  /** Whether the log contains the row of the position. */
  readonly containsPosition: boolean;
  /** Whether there are changes beyond the stable part of the log. */
  readonly hasUnstableChanges: boolean;
  /** By the clock of the database, in microseconds since 1970. */
  readonly now: number;
  readonly items: readonly ItemRow[];
}

interface PageValues extends Writers {
  readonly xid: string;
  readonly id: string;
  readonly limit: number;
  readonly whole: boolean;
}

/** The last change of each record after a position, in the order of transaction ids, up to the oldest open one. */
const PAGE = new Statement((db, value: ValueOf<PageValues>) => ({
  compile: () => {
    const whole = sql`${value('whole')}::boolean`;
    const position = sql`(${value('xid')}::xid8, ${value('id')}::bigint)`;
    const isVisible = (row: string) => sql`(${whole} or ${sql.ref(`${row}.before`)} = 'public'
      or ${sql.ref(`${row}.after`)} = 'public')`;
    const end = sql`(select xid from stable)`;
    return sql<PageRow>`
      with stable as materialized (select ${stableEnd(value)} as xid)
      select calendar, server = ${CURRENT_SERVER} and timeline = ${CURRENT_TIMELINE} as "isSameHistory",
        (purged_xid, purged_id) > ${position} as "isPurged",
        exists (select from change where (xid, id) = ${position}) as "containsPosition",
        exists (select from change where xid >= ${end}) as "hasUnstableChanges",
        (extract(epoch from clock_timestamp()) * 1000000)::float8 as now,
        array(
          select json_build_array(xid::text, id::text, type, record_id,
            case when ${whole} then after is not null else after is not distinct from 'public' end,
            (extract(epoch from at_utc) * 1000000)::bigint)
          from change as listed
          where (xid, id) > ${position} and xid < ${end} and type is not null
            and ${isVisible('listed')}
            and not exists (
              select from change as later
              where later.type = listed.type and later.record_id = listed.record_id
                and (later.xid, later.id) > (listed.xid, listed.id)
                and later.xid < ${end} and ${isVisible('later')})
          order by xid, id limit ${value('limit')}::int) as items
      from change_state`.compile(db);
  },
}));

const START: Position = { xid: 0n, id: 0n, startDay: 0 };

/** The change feed of a calendar: the last change of every record, read from the change log (decisions/0094). */
export class ChangeFeed {
  readonly #db: Db;
  #calendar = '';

  /** @param db the primary */
  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * The changes after a position, for the caller of a request.
   * @param text the position, as in an earlier page; null for the start
   * @param after the time of the position, in microseconds since 1970
   */
  async page({ caller }: Context, text: string | null, after: number, limit: number): Promise<FeedPage> {
    const whole = mayReadEverything(caller);
    const read = async (writers = UNKNOWN_WRITERS): Promise<[Position | null, PageRow]> => {
      const position = text === null ? START : positionOf(text, this.#calendar);
      const { xid, id } = position ?? START;
      const values = { xid: String(xid), id: String(id), limit, whole, ...writers };
      const [row] = await PAGE.run(this.#db, values);
      if (!row) throw new Error('the table change_state has no row');
      return [position, row];
    };
    let [position, row] = await read();
    if (!row.isSameHistory) {
      await checkHistory(this.#db);
      [position, row] = await read();
    }
    if (row.calendar !== this.#calendar) {
      this.#calendar = row.calendar;
      [position, row] = await read();
    }
    // Do not wait for transactions of other databases.
    if (row.hasUnstableChanges) [position, row] = await read(await currentWriters(this.#db));
    const { now, hasUnstableChanges } = row;
    const today = Math.floor(now / DAY_MICROSECONDS);
    const isOld = text !== null && position !== null && position.startDay + RETENTION_DAYS <= today;
    const isRecent = after > now - (RETENTION_DAYS - 1) * DAY_MICROSECONDS;
    const isLost = text !== null && isRecent && !row.containsPosition;
    const startDay = text === null ? today : (position?.startDay ?? today);
    return {
      isWhole: whole,
      isLasting: !hasUnstableChanges && !isOld,
      now,
      gone: restartReasonOf({ isOther: position === null, isLost, isPurged: isOld && row.isPurged }),
      items: row.items.map(([xid, id, kind, recordId, isShown, at]) => ({
        kind,
        id: recordId,
        isShown,
        at,
        position: positionText({ xid: BigInt(xid), id: BigInt(id), startDay }, row.calendar),
      })),
    };
  }
}

function restartReasonOf(is: { isOther: boolean; isLost: boolean; isPurged: boolean }): string | null {
  if (is.isOther) return 'it belongs to another calendar, or to this one before it was restored';
  if (is.isLost) return 'it was lost when the calendar was restored';
  return is.isPurged ? `erased records are listed for ${RETENTION_DAYS} days` : null;
}
