import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/orm.ts';
import { RECORD_KINDS, type RecordKind } from '../records/kinds.ts';

/** Later than any date that is stored. */
const NEVER = '9999-12-31 23:59:59';

/**
 * A write of ours that says in the setting `calendar.write` which one it is, so that what PostgreSQL tells of
 * it is no news.
 */
export interface OwnWrite {
  readonly name: string;
  readonly nowUtc: string;
  /**
   * From when on what it stored counts as published; null when it does not, undefined when that is not known.
   */
  readonly publishedUtc: string | null | undefined;
  /** Whether it will say itself what it changes about totals. */
  readonly carries?: boolean;
}

/**
 * Between two publications that were scheduled, the same records are published: one moment stands for all of
 * them.
 */
export interface Stretch {
  readonly from: string;
  /** The next scheduled publication. */
  readonly until: string;
  /** Terms of scheduled events, with their number. */
  readonly scheduled: ReadonlyMap<number, number>;
}

/** How long a request waits for the stretch, in milliseconds. */
const STRETCH_MS = 500;

/** What is asked for, or undefined when that takes long. */
export function soon<T>(asked: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), STRETCH_MS);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * What is left of a stretch when a record was stored: from its publication on it is right, unless the record
 * is published later than now.
 */
export function stretchAfter(stretch: Stretch, { publishedUtc, nowUtc }: OwnWrite): Stretch | undefined {
  if (publishedUtc === undefined) return undefined;
  if (publishedUtc === null || publishedUtc <= stretch.from) return stretch;
  return publishedUtc <= nowUtc && publishedUtc < stretch.until
    ? { ...stretch, from: publishedUtc }
    : undefined;
}

const scheduledEvents = (publishedBy: string): RawBuilder<unknown> =>
  sql`event_term join event on event.id = event_term.event_id where event.status = 'publish' and event.published_utc > ${publishedBy}::timestamp`;

/** How many scheduled events a term has, as SQL. */
export const scheduledOf = (term: RawBuilder<unknown>, publishedBy: string): RawBuilder<number> =>
  sql<number>`select count(*) from ${scheduledEvents(publishedBy)} and event_term.term_id = ${term}`;

/** The terms of all scheduled events, with their number. */
export async function scheduledTerms(db: Db, publishedBy: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select event_term.term_id as id, count(*)::int as n from ${scheduledEvents(publishedBy)} group by event_term.term_id`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

const next = (kind: RecordKind, nowUtc: string): RawBuilder<string> => sql`(
  select min(published_utc) from ${sql.table(kind)} where status = 'publish' and published_utc > ${nowUtc}::timestamp)`;

/** What counts as published at `nowUtc`, and until when. */
export async function askStretch(db: Db, nowUtc: string): Promise<Stretch> {
  const { rows } = await sql<{ until: string | null }>`
    select least(${sql.join(RECORD_KINDS.map((kind) => next(kind, nowUtc)))})::text as until`.execute(db);
  const until = rows[0]?.until ?? NEVER;
  return { from: nowUtc, until, scheduled: until === NEVER ? new Map() : await scheduledTerms(db, nowUtc) };
}
