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

/** An id that is drawn from a sequence; tables may share one. */
export const sequenceId = (sequence: string) =>
  p
    .integer()
    .primary()
    .autoincrement(false)
    .defaultRaw(`nextval('${sequence}'::regclass)`)
    // MikroORM takes every `nextval` in a database for a sequence of its own, and reports a difference.
    .ignoreSchemaChanges('default');

/** A number that the database assigns. */
export const identity = () => p.integer().primary().autoincrement().generated('by default as identity');

/** Names of properties, typed as indexes need them. */
export const keys = <const K extends string>(...names: readonly K[]): K[] => [...names];
