import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import { mayReadEverything } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { RecordKind } from '../generated/schema.ts';
import { checkHistory, PRESENT_SERVER, PRESENT_TIMELINE } from './history.ts';
import { type Position, positionOf, positionText } from './position.ts';
import { presentWriters, stableEnd, UNKNOWN_WRITERS, type Writers } from './stable-end.ts';

/** Retention of changes and of tombstones, in days; RPDE asks for seven at least. */
export const RETENTION_DAYS = 30;
const DAY = 86_400_000_000;

/** The last change of a record. */
interface FeedItem {
  readonly kind: RecordKind;
  readonly id: number;
  /** Whether the caller is shown the record, as far as the log says. */
  readonly isShown: boolean;
  /** The time of the change, in microseconds since 1970. */
  readonly at: number;
  /** The text of the position behind it. */
  readonly position: string;
}

/** Changes behind a position. */
interface FeedPage {
  readonly items: readonly FeedItem[];
  /** Why the reader has to begin anew; null otherwise. */
  readonly gone: string | null;
  /** Whether the page is the same when it is asked for again, until something is stored. */
  readonly isLasting: boolean;
  /** Whether the caller is shown all records. */
  readonly isWhole: boolean;
  /** The present by the clock of the database, in microseconds since 1970. */
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
  /** Whether a tombstone behind the position was deleted. */
  readonly isPurged: boolean;
  /** Whether the log has the row of the position. */
  readonly isThere: boolean;
  /** Whether changes are stored that are not in the stable part of the log. */
  readonly isBehind: boolean;
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

/**
 * The last change of each record behind a position, in the stable order of the log: that of transaction ids, up to the
 * oldest transaction that has not ended.
 */
const PAGE = new Statement((db, value: ValueOf<PageValues>) => ({
  compile: () => {
    const whole = sql`${value('whole')}::boolean`;
    const position = sql`(${value('xid')}::xid8, ${value('id')}::bigint)`;
    const isTold = (row: string) => sql`(${whole} or ${sql.ref(`${row}.before`)} = 'public'
      or ${sql.ref(`${row}.after`)} = 'public')`;
    const end = sql`(select xid from stable)`;
    return sql<PageRow>`
      with stable as materialized (select ${stableEnd(value)} as xid)
      select calendar, server = ${PRESENT_SERVER} and timeline = ${PRESENT_TIMELINE} as "isSameHistory",
        (purged_xid, purged_id) > ${position} as "isPurged",
        exists (select from change where (xid, id) = ${position}) as "isThere",
        exists (select from change where xid >= ${end}) as "isBehind",
        (extract(epoch from clock_timestamp()) * 1000000)::float8 as now,
        array(
          select json_build_array(xid::text, id::text, type, record_id,
            case when ${whole} then after is not null else after is not distinct from 'public' end,
            (extract(epoch from at_utc) * 1000000)::bigint)
          from change as told
          where (xid, id) > ${position} and xid < ${end} and type is not null
            and ${isTold('told')}
            and not exists (
              select from change as later
              where later.type = told.type and later.record_id = told.record_id
                and (later.xid, later.id) > (told.xid, told.id)
                and later.xid < ${end} and ${isTold('later')})
          order by xid, id limit ${value('limit')}::int) as items
      from change_state`.compile(db);
  },
}));

const BEGINNING: Position = { xid: 0n, id: 0n, begun: 0 };

/** The change feed of a calendar: the last change of every record, read from the log of changes (decisions/0094). */
export class ChangeFeed {
  readonly #db: Db;
  #calendar = '';

  /** @param db the primary */
  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * The changes behind a position for the caller of a request.
   * @param text the position, as an earlier page had it; null for the beginning
   * @param after the time of the position, in microseconds since 1970
   */
  async page({ caller }: Context, text: string | null, after: number, limit: number): Promise<FeedPage> {
    const whole = mayReadEverything(caller);
    const read = async (writers = UNKNOWN_WRITERS): Promise<[Position | null, PageRow]> => {
      const position = text === null ? BEGINNING : positionOf(text, this.#calendar);
      const { xid, id } = position ?? BEGINNING;
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
    // Transactions of other databases need not be waited for.
    if (row.isBehind) [position, row] = await read(await presentWriters(this.#db));
    const { now, isBehind } = row;
    const today = Math.floor(now / DAY);
    const isOld = text !== null && position !== null && position.begun + RETENTION_DAYS <= today;
    const isRecent = after > now - (RETENTION_DAYS - 1) * DAY;
    const isLost = text !== null && isRecent && !row.isThere;
    const begun = text === null ? today : (position?.begun ?? today);
    return {
      isWhole: whole,
      isLasting: !isBehind && !isOld,
      now,
      gone: whyGone({ isOther: position === null, isLost, isPurged: isOld && row.isPurged }),
      items: row.items.map(([xid, id, kind, recordId, isShown, at]) => ({
        kind,
        id: recordId,
        isShown,
        at,
        position: positionText({ xid: BigInt(xid), id: BigInt(id), begun }, row.calendar),
      })),
    };
  }
}

function whyGone(is: { isOther: boolean; isLost: boolean; isPurged: boolean }): string | null {
  if (is.isOther) return 'it is of another calendar, or of one before this was restored';
  if (is.isLost) return 'it was lost when the calendar was restored';
  return is.isPurged ? `erased records are listed for ${RETENTION_DAYS} days` : null;
}
