import type { Context, Transaction } from '../../domain/context/context.ts';
import { resolveTimes } from '../../domain/events/event.times.ts';
import { Checks } from '../../domain/resource/checks.ts';
import { slugify } from '../../lib/slug.ts';
import { plainText, sameText } from '../../lib/text.ts';
import type { ExternalIdIndex } from './external-ids.ts';
import type { SourceRecord } from './source-records.ts';
import { type Candidate, findCandidates, type RecordKey } from './stored-state.ts';

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
const withSlug = (slug: string): RecordKey => ({ slug: [slug, `${slug}__trashed`] });

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
  { context, em }: Transaction,
  index: ExternalIdIndex,
  record: SourceRecord,
  isTaken: (id: number) => boolean,
): Promise<Candidate | undefined> {
  const { kind, externalIds, input } = record;
  const find = (key: RecordKey): Promise<Candidate[]> => findCandidates(em, kind, key);
  const id = index.find(kind, externalIds);
  if (id !== undefined) {
    const [stored] = await find({ id });
    if (stored) return stored;
  }
  const slug = slugify(input.slug ?? '', context.settings.locale);
  const hasExternalId = externalIds.length > 0;
  if (hasExternalId && slug === '') return undefined;
  const qualifier = await qualifierOf(context, record);
  if (qualifier === undefined) return undefined;
  if (!hasExternalId && slug !== '') return (await find(withSlug(slug)))[0];
  const name = plainText(recordName(record));
  const candidates = await find(slug === '' ? { name, startUtc: qualifier } : withSlug(slug));
  const prefix = calendarPrefix(externalIds);
  const agrees = (candidate: Candidate): boolean =>
    sameText(candidate.name, name) && sameText(candidate.qualifier, qualifier);
  const isOfSource = ({ lineage }: Candidate): boolean =>
    prefix !== undefined && lineage.some((externalId) => externalId.startsWith(prefix));
  return candidates.find((row) => agrees(row) && !isTaken(row.id) && !isOfSource(row));
}
