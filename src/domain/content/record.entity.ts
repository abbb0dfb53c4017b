import { p } from '@mikro-orm/core';
import type { RecordKind } from '../../lib/kinds.ts';
import { STATUSES } from '../../lib/statuses.ts';
import {
  flagColumn,
  keys,
  optionalText,
  sequenceId,
  text,
  timestamp,
} from '../../platform/postgres/columns.ts';
import { ImageEntity } from '../images/image.entity.ts';

/** The shared columns of events, venues and organizers. */
export const recordProperties = (table: RecordKind) => ({
  /** From a sequence shared with images. */
  id: sequenceId('record_id_seq'),
  authorId: p.integer().default(0).index(),
  status: p.enum(STATUSES),
  publishedUtc: timestamp(),
  /** Not yet published, and without an explicit date (rules#publication). */
  undated: flagColumn(false),
  modifiedUtc: timestamp(),
  description: optionalText(),
  excerpt: optionalText(),
  slug: text(),
  imageId: p
    .manyToOne(ImageEntity)
    .mapToPk()
    .nullable()
    .fieldName('image_id')
    .deleteRule('set null')
    .foreignKeyName(`${table}_image_id_fkey`),
  /** Folded text for searches; see lib/text.ts. */
  searchText: optionalText(),
});

/** Unique slugs, as a table constraint: MikroORM then stores the slugs of many records with one statement. */
export const recordUniques = (table: RecordKind) => [
  { name: `${table}_slug_unique`, properties: keys('slug') },
];

/**
 * The shared indexes. Without the extension pg_trgm searches read every row. The pending list of the search index
 * is short, because the statement that fills it has to flush it.
 */
export const recordIndexes = (table: RecordKind) => [
  { name: `${table}_future`, properties: keys('publishedUtc'), where: "status = 'future'" },
  { name: `${table}_image_id_index`, properties: keys('imageId'), where: 'image_id is not null' },
  {
    name: `${table}_search`,
    expression:
      `create index ${table}_search on ${table} using gin (search_text gin_trgm_ops) ` +
      'with (gin_pending_list_limit = 256)',
  },
];

/** The sort expression of titles and names; the same as in keyset.ts. */
export const titleIndexExpression = (column: string): string =>
  `left(regexp_replace(normalize(lower(left(${column}, 200)), nfkd), '[\u0300-\u036f]', '', 'g') collate "C", 200)`;

/** The indexes of named records, for lists by publication date and lookups by name. */
export const directoryIndexes = (table: RecordKind) => [
  ...recordIndexes(table),
  {
    name: `${table}_listing`,
    columns: [
      { name: 'publishedUtc', sort: 'DESC' as const },
      { name: 'id', sort: 'DESC' as const },
    ],
    include: keys('status', 'authorId'),
  },
  { name: `${table}_name_key`, properties: keys('nameKey'), type: 'hash' },
  {
    name: `${table}_name`,
    expression: `create index ${table}_name on ${table} ((${titleIndexExpression('name')}), id)`,
  },
  { name: `${table}_modified`, properties: keys('modifiedUtc', 'id') },
];
