import { type RawBuilder, sql } from 'kysely';
import { nameKey } from '../../domain/content/name-key.ts';
import type { Context } from '../../domain/context/context.ts';
import { resolveTimes } from '../../domain/events/event.times.ts';
import { Checks } from '../../domain/resource/checks.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { slugify } from '../../lib/slug.ts';
import type { StoredStatus } from '../../lib/statuses.ts';
import { plainText, sameText } from '../../lib/text.ts';
import type { ExternalIdIndex } from './external-ids.ts';
import type { SourceRecord } from './source-records.ts';

/** A record here, with what shows whether it is the one of the source. */
interface Candidate {
  id: number;
  status: StoredStatus;
  name: string;
  /** Tells it from others of the same name: the start of an event, the city of a venue. */
  qualifier: string;
  lineage: string[];
}

const COLUMNS: Record<RecordKind, RawBuilder<unknown>> = {
  event: sql`title as name, to_char(start_utc, 'YYYY-MM-DD HH24:MI:SS') as qualifier`,
  venue: sql`name, city as qualifier`,
  organizer: sql`name, '' as qualifier`,
};

/** Records that meet a condition, the oldest first. */
async function findCandidates(
  { db }: Context,
  kind: RecordKind,
  condition: RawBuilder<unknown>,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id, status, lineage, ${COLUMNS[kind]} from ${sql.table(kind)} where ${condition} order by id`.execute(
    db,
  );
  return rows;
}

export const recordName = (record: SourceRecord): string =>
  record.kind === 'event' ? record.input.title : record.input.name;

/** {@link Candidate.qualifier} of a record of the source; undefined for an event whose times are wrong. */
async function qualifierOf(context: Context, record: SourceRecord): Promise<string | undefined> {
  if (record.kind === 'event')
    return (await resolveTimes(context, new Checks(), { ...record.onCreate, ...record.input }, null))
      ?.startUtc;
  return record.kind === 'venue' ? (record.input.city ?? '') : '';
}

/** With the slug, or with the suffix that the trash puts behind it. */
const withSlug = (slug: string) => sql`slug in (${slug}, ${`${slug}__trashed`})`;

/** Of the same start (events) or name (others): for records that have neither a name elsewhere nor a slug. */
const withNameOf = (record: SourceRecord, qualifier: string) =>
  record.kind === 'event'
    ? sql`start_utc = ${qualifier}::timestamp`
    : sql`name_key = ${nameKey(plainText(record.input.name))}`;

/** What all global ids of a calendar begin with, `host?id=`; undefined for a UID. */
const calendarPrefix = ([name = '']: readonly string[]): string | undefined => /^.*\?id=/.exec(name)?.[0];

/**
 * Finds the record of this calendar that a record of the source stands for:
 * 1. the one that has one of its external ids;
 * 2. else, if the source gives such ids: the one with its slug, provided that name and start (or city)
 * agree, and that it does not stand for another record of that source;
 * 3. else the one with its slug, or without a slug the one of the same name and start (or city).
 * @param isTaken whether a record here stands for an earlier record of the source
 */
export async function findRecord(
  context: Context,
  index: ExternalIdIndex,
  record: SourceRecord,
  isTaken: (id: number) => boolean,
): Promise<Candidate | undefined> {
  const { kind, externalIds, input } = record;
  const id = index.find(kind, externalIds);
  if (id !== undefined) {
    const [row] = await findCandidates(context, kind, sql`id = ${id}`);
    if (row) return row;
  }
  const slug = slugify(input.slug ?? '', context.settings.locale);
  const hasExternalId = externalIds.length > 0;
  if (hasExternalId && slug === '') return undefined;
  const qualifier = await qualifierOf(context, record);
  if (qualifier === undefined) return undefined;
  const agrees = (row: Candidate): boolean =>
    sameText(row.name, plainText(recordName(record))) && sameText(row.qualifier, qualifier);
  if (!hasExternalId && slug !== '') return (await findCandidates(context, kind, withSlug(slug)))[0];
  const candidates = await findCandidates(
    context,
    kind,
    slug === '' ? withNameOf(record, qualifier) : withSlug(slug),
  );
  const prefix = calendarPrefix(externalIds);
  const isOfSource = ({ lineage }: Candidate): boolean =>
    prefix !== undefined && lineage.some((name) => name.startsWith(prefix));
  return candidates.find((row) => agrees(row) && !isTaken(row.id) && !isOfSource(row));
}
