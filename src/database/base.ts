import { p, Type } from '@mikro-orm/core';

/**
 * Columns that mean the same everywhere. Dates and times are texts, `YYYY-MM-DD HH:MM:SS`, from the database
 * to the wire: a column says in its name which clock it is read from (`_local`: the record's own zone,
 * `_utc`: UTC).
 */
class TimestampText extends Type<string, string> {
  override getColumnType(): string {
    return 'timestamp(0)';
  }
  override compareAsType(): string {
    return 'string';
  }
  override get runtimeType(): string {
    return 'string';
  }
}
export const timestamp = () => p.type(TimestampText);
export const flag = (value: boolean) => p.boolean().default(value);
export const text = () => p.text();
export const optionalText = () => p.text().default('');

/**
 * Events, venues, organizers and images draw their ids from one sequence, categories and tags from another.
 */
const sequenceId = (sequence: string) =>
  p.integer().primary().autoincrement(false).defaultRaw(`nextval('${sequence}')`);
export const recordId = () => sequenceId('record_id_seq');
export const termId = () => sequenceId('term_id_seq');

export const STORED_STATUSES = ['publish', 'draft', 'pending', 'private', 'trash'] as const;
/** What is stored; `future` is `publish` with a publication date that is still to come (decisions.md 17). */
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** What events, venues and organizers have in common. */
export const postColumns = () => ({
  id: recordId(),
  authorId: p.integer().default(0).index(),
  status: p.string().columnType('text').$type<StoredStatus>(),
  publishedUtc: timestamp(),
  /** Not published yet, and nobody has set its date (rules#publication). */
  undated: flag(false),
  modifiedUtc: timestamp(),
  description: optionalText(),
  excerpt: optionalText(),
  slug: text().unique(),
  imageId: p.integer().nullable().index(),
  /** Folded words that a search looks at; see kernel/text.ts. */
  searchText: optionalText(),
  /** Grows with every change. */
  version: p.integer().default(1),
});
