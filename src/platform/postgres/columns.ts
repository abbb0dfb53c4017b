import { p, Type } from '@mikro-orm/core';

/**
 * Columns that mean the same in all tables. Dates and times are texts, `YYYY-MM-DD HH:MM:SS`, from the
 * database to the client. The name of a column says on which clock: `_local` for the zone of the record,
 * `_utc` for UTC.
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
export const flagColumn = (value: boolean) => p.boolean().default(value);
export const text = () => p.text();
export const optionalText = () => p.text().default('');

/**
 * Events, venues, organizers and images draw their ids from one sequence, categories and tags from another.
 */
const sequenceId = (sequence: string) =>
  p
    .integer()
    .primary()
    .autoincrement(false)
    .defaultRaw(`nextval('${sequence}'::regclass)`)
    // MikroORM takes every `nextval` in a database for a sequence of its own, and reports a difference.
    .ignoreSchemaChanges('default');
export const recordId = () => sequenceId('record_id_seq');
export const termId = () => sequenceId('term_id_seq');

/** A number that the database assigns. */
export const identity = () => p.integer().primary().autoincrement().generated('by default as identity');

export const STORED_STATUSES = ['publish', 'draft', 'pending', 'private', 'trash'] as const;
/** What is stored; `future` is `publish` with a publication date that is still to come (rules#publication). */
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** Names of properties, typed as indexes need them. */
export const keys = <const K extends string>(...names: readonly K[]): K[] => [...names];
