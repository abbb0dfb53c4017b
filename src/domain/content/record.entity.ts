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

/** What is stored of events, venues and organizers alike. */
export const recordProperties = (table: RecordKind) => ({
  /** From the sequence that images share. */
  id: sequenceId('record_id_seq'),
  authorId: p.integer().default(0).index(),
  status: p.enum(STATUSES),
  publishedUtc: timestamp(),
  /** Not published yet, and nobody has set its date (rules#publication). */
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
  /** Folded words that a search looks at; see lib/text.ts. */
  searchText: optionalText(),
});

/** Slugs are unique; said of the table, so that those of many records are stored with one statement. */
export const recordUniques = (table: RecordKind) => [
  { name: `${table}_slug_unique`, properties: keys('slug') },
];

/**
 * Their indexes. Searches need the extension pg_trgm, and read every row where it is missing. The list of texts
 * that wait to get into the search index is short, because whoever fills it has to empty it.
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

/** What titles and names are sorted by, as lists have it (keyset.ts). */
export const titleKeyOf = (column: string): string =>
  `left(regexp_replace(normalize(lower(left(${column}, 200)), nfkd), '[\u0300-\u036f]', '', 'g') collate "C", 200)`;

/** Records with a name are listed by their publication, and found by their names. */
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
    expression: `create index ${table}_name on ${table} ((${titleKeyOf('name')}), id)`,
  },
  { name: `${table}_modified`, properties: keys('modifiedUtc', 'id') },
];
