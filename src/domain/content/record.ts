import type { RecordKind } from '../../lib/kinds.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import type { Status } from '../../lib/statuses.ts';
import { instantOf, localDateTimeOf } from '../../lib/zones.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { Context } from '../context/context.ts';
import { type ImageRecord, imageById } from '../images/image.record.ts';

/**
 * What events, venues and organizers have in common, as it is read. Names are those of the GraphQL fields
 * where a field shows the value as it is.
 */
export interface ContentRecord {
  id: number;
  authorId: number;
  status: Status;
  dateUtc: string;
  modifiedUtc: string;
  description: string;
  excerpt: string;
  slug: string;
  imageId: number | null;
}

/** The shared columns of a row that are shown. */
export type ContentRow = Omit<ContentRecord, 'dateUtc' | 'imageId'> & {
  publishedUtc: string;
  imageId?: number | null | undefined;
};

/** The shared part of a record, from its row. */
export const sharedOf = ({ publishedUtc: dateUtc, ...row }: ContentRow): ContentRecord => ({
  id: row.id,
  authorId: row.authorId,
  status: row.status,
  dateUtc,
  modifiedUtc: row.modifiedUtc,
  description: row.description,
  excerpt: row.excerpt,
  slug: row.slug,
  imageId: row.imageId ?? null,
});

/** The columns of a {@link ContentRecord}, for a select from the table. */
export const contentColumns = <T extends RecordKind>(table: T) =>
  [
    `${table}.id`,
    `${table}.author_id as authorId`,
    `${table}.status`,
    `${table}.published_utc as dateUtc`,
    `${table}.modified_utc as modifiedUtc`,
    `${table}.slug`,
    `${table}.image_id as imageId`,
    `${table}.description`,
    `${table}.excerpt`,
  ] as const;

const globalId = (record: ContentRecord, { urls }: Context): string => `${urls.host}?id=${record.id}`;

/** An instant with the offset of the site's time zone. */
export const onSiteClock = ({ settings }: Pick<Context, 'settings'>, utc: string): string =>
  instantOf(localDateTimeOf(utc, settings.timezone), utc);

const siteDateTime =
  (moment: 'dateUtc' | 'modifiedUtc') =>
  (record: ContentRecord, { settings }: Context): string =>
    localDateTimeOf(record[moment], settings.timezone);

/** Fields that are computed alike for events, venues and organizers. */
export function computedContentFields(kind: RecordKind) {
  const pages = recordPages(kind);
  return {
    databaseId: ({ id }: ContentRecord) => id,
    date: siteDateTime('dateUtc'),
    modified: siteDateTime('modifiedUtc'),
    publishedAt: (record: ContentRecord, context: Context) =>
      record.status === 'draft' || record.status === 'pending' ? null : onSiteClock(context, record.dateUtc),
    modifiedAt: (record: ContentRecord, context: Context) => onSiteClock(context, record.modifiedUtc),
    url: (record: ContentRecord, context: Context) => context.urls.site + pageAddress(pages, record.slug),
    globalId,
    globalIdLineage: (record: ContentRecord & { lineage: readonly string[] }, context: Context) => [
      globalId(record, context),
      ...record.lineage,
    ],
  };
}

/** The image of a venue or organizer. */
export function image(
  record: ContentRecord,
  _args: unknown,
  context: Context,
): Promise<ImageRecord | null> | null {
  return record.imageId === null ? null : load(context, imageById, record.imageId);
}
