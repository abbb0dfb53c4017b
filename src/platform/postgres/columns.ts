import { p, Type } from '@mikro-orm/core';

/**
 * Dates and times are texts, `YYYY-MM-DD HH:MM:SS`, from the database to the client. The suffix of a column gives the
 * clock: `_local` for the zone of the record, `_utc` for UTC.
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

/** An id from a sequence, which several tables may share. */
export const sequenceId = (sequence: string) =>
  p
    .integer()
    .primary()
    .autoincrement(false)
    .defaultRaw(`nextval('${sequence}'::regclass)`)
    // MikroORM treats each `nextval` in the database as a separate sequence, and reports a difference.
    .ignoreSchemaChanges('default');

/** An id that the database assigns. */
export const identity = () => p.integer().primary().autoincrement().generated('by default as identity');

/** Names of properties, with the type that indexes need. */
export const keys = <const K extends string>(...names: readonly K[]): K[] => [...names];
