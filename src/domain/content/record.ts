import type { RecordKind } from '../../lib/kinds.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import type { Status } from '../../lib/statuses.ts';
import { instantOf, localDateTimeOf } from '../../lib/zones.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { Context } from '../context/context.ts';
import { type ImageRecord, imageById } from '../images/image.entity.ts';

/**
 * The shared fields of events, venues and organizers, as queries return them. A value has the name of the
 * GraphQL field that shows it unchanged.
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

/** The shared columns of a row that responses include. */
export type ContentRow = Omit<ContentRecord, 'dateUtc' | 'imageId'> & {
  publishedUtc: string;
  imageId?: number | null | undefined;
};

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

/** The columns of a {@link ContentRecord} that may have long texts. */
export const LONG_TEXTS: readonly string[] = ['description', 'excerpt'];

/** The columns of a {@link ContentRecord}. */
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
export const inSiteZone = ({ settings }: Pick<Context, 'settings'>, utc: string): string =>
  instantOf(localDateTimeOf(utc, settings.timezone), utc);

const siteDateTime =
  (field: 'dateUtc' | 'modifiedUtc') =>
  (record: ContentRecord, { settings }: Context): string =>
    localDateTimeOf(record[field], settings.timezone);

/** The shared computed fields of events, venues and organizers. */
export function computedContentFields(kind: RecordKind) {
  const pages = recordPages(kind);
  return {
    databaseId: ({ id }: ContentRecord) => id,
    date: siteDateTime('dateUtc'),
    modified: siteDateTime('modifiedUtc'),
    publishedAt: (record: ContentRecord, context: Context) =>
      record.status === 'draft' || record.status === 'pending' ? null : inSiteZone(context, record.dateUtc),
    modifiedAt: (record: ContentRecord, context: Context) => inSiteZone(context, record.modifiedUtc),
    url: (record: ContentRecord, context: Context) => context.urls.site + pageAddress(pages, record.slug),
    globalId,
    globalIdLineage: (record: ContentRecord & { lineage: readonly string[] }, context: Context) => [
      globalId(record, context),
      ...record.lineage,
    ],
  };
}

export function image(
  record: ContentRecord,
  _args: unknown,
  context: Context,
): Promise<ImageRecord | null> | null {
  return record.imageId === null ? null : load(context, imageById, record.imageId);
}

export const imageUrl = async (record: ContentRecord, context: Context): Promise<string | undefined> =>
  (await image(record, {}, context))?.url;
