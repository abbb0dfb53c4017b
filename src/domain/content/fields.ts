import { p } from '@mikro-orm/core';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import { readEmail } from '../../lib/email.ts';
import { BadValue } from '../../lib/errors.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { foldForSearch, isInvisible, plainText } from '../../lib/text.ts';
import { flagColumn, optionalText, text } from '../../platform/postgres/columns.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import { type ContentRecord, type ContentRow, sharedOf } from './record.ts';

/** The values that {@link Field.read} may use besides the input. */
interface InputContext<Stored> {
  readonly context: Context;
  /** Id of the changed record; undefined for a new record. */
  readonly id: number | undefined;
  /** The current value of the field. */
  readonly stored: Stored | undefined;
}

/** A stored field of a resource: its column, and the conversion from input values. */
export interface Field<Column, Input, Stored> {
  readonly column: Column;
  /** Name of the field in inputs, if different. */
  readonly input?: string | undefined;
  /** Converts an input value into the stored value. @throws BadValue */
  read(input: Input, reading: InputContext<Stored>): Stored | Promise<Stored>;
  /** The value in a new record if the input has none. */
  readonly initial: Stored;
  /** Whether null sets the field to `initial`; otherwise null is ignored (rules#null). */
  readonly isClearable: boolean;
  /** Whether records with the same name but different values in this field are different records. */
  readonly isIdentifying: boolean;
  readonly isSearched: boolean;
}

/** The stored fields of one resource, by their names in the record. */
export type Fields = Readonly<Record<string, Field<unknown, unknown, unknown>>>;
type StoredIn<F> = F extends Field<unknown, infer _, infer Stored> ? Stored : never;
/** The fields as queries return them. */
export type RecordOf<F extends Fields> = { [Name in keyof F]: StoredIn<F[Name]> };
/** The fields as inputs send them. */
export type InputOf<F extends Fields> = {
  [Name in keyof F]?: Parameters<F[Name]['read']>[0] | null | undefined;
};

type FieldKind<Column, Input, Stored> = Pick<Field<Column, Input, Stored>, 'column' | 'read' | 'initial'> &
  Partial<Field<Column, Input, Stored>>;

export const field = <Column, Input, Stored>(
  kind: FieldKind<Column, Input, Stored>,
): Field<Column, Input, Stored> => ({ isClearable: true, isIdentifying: true, isSearched: false, ...kind });

/** Includes a field in searches. */
export const searched = <Column, Input, Stored>(
  unsearched: Field<Column, Input, Stored>,
): Field<Column, Input, Stored> => ({ ...unsearched, isSearched: true });

/** Gives a field a different name in inputs. */
export const withInputName = <Column, Input, Stored>(
  input: string,
  unnamed: Field<Column, Input, Stored>,
): Field<Column, Input, Stored> => ({ ...unnamed, input });

/** @throws BadValue for a text that is invisible after cleaning */
function visibleText(input: string): string {
  const text = plainText(input);
  if (isInvisible(text)) throw new BadValue('must not be empty', 'rest_too_short');
  return text;
}

/** A required title or name: visible plain text. */
export const title = () =>
  field({
    column: text(),
    read: visibleText,
    initial: '',
    isClearable: false,
    isIdentifying: false,
    isSearched: true,
  });
/** One line of plain text; empty by default. */
export const textLine = () =>
  field({ column: optionalText(), read: (input: string) => plainText(input), initial: '' });
/** An e-mail address; empty by default. Accepts the stored value, even an invalid one from before this check. */
export const email = () =>
  field({
    column: optionalText(),
    read: (input: string, { stored }) => (input === stored ? input : readEmail(input)),
    initial: '',
  });
/** A URL, which the contract has checked; empty by default. */
export const webAddress = () =>
  field({
    column: optionalText(),
    read: (input: string) => input,
    initial: '',
  });
export const flag = (initial: boolean) =>
  field({
    column: flagColumn(initial),
    read: (input: boolean) => input,
    initial,
    isClearable: false,
    isIdentifying: false,
  });
/** A value of an enum, which the contract has checked. */
export const enumValue = <Value extends string>(initial: Value) =>
  field<ReturnType<typeof enumColumn<Value>>, Value, Value>({
    column: enumColumn(initial),
    read: (input) => input,
    initial,
    isClearable: false,
    isIdentifying: false,
  });
const enumColumn = <Value extends string>(initial: Value) => p.text().$type<Value>().default(initial);
/** An optional number. @param column a nullable column of numbers */
export const optionalNumber = <Column>(column: Column) =>
  field<Column, number, number | null>({ column, read: (input) => input, initial: null });

const externalIdsColumn = () => p.json().$type<string[]>().defaultRaw("'[]'");
/** The global ids of a record in other calendars, newest first. Only imports set them. */
export const externalIds = () =>
  field<ReturnType<typeof externalIdsColumn>, string[], string[]>({
    column: externalIdsColumn(),
    read: (input) => input,
    initial: [],
    isIdentifying: false,
  });

const fieldNames = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];
const columnName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Columns<F extends Fields> = { [Name in keyof F]: F[Name]['column'] };
export const columnsOf = <F extends Fields>(fields: F): Columns<F> =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, fields[name]?.column])) as Columns<F>;

type Selected<F extends Fields> = {
  [Name in keyof F & string]: AliasedRawBuilder<RecordOf<F>[Name], Name>;
}[keyof F & string];
export const selections = <F extends Fields>(table: RecordKind, fields: F): readonly Selected<F>[] =>
  fieldNames(fields).map((name) => sql.ref(`${table}.${columnName(name)}`).as(name) as Selected<F>);

/** The fields in an entity; nullable fields may be absent until it is stored. */
export type RowOf<F extends Fields> = {
  [Name in keyof F]: StoredIn<F[Name]> | (null extends StoredIn<F[Name]> ? undefined : never);
};
export function storedOf<F extends Fields>(fields: F, row: RowOf<F>): RecordOf<F> {
  const stored: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) stored[name] = row[name] ?? null;
  return stored as RecordOf<F>;
}

/** A record after a change of its row. Values outside the row, such as links, stay unchanged. */
export const withRow = <F extends Fields, R extends ContentRecord & RecordOf<F>>(
  fields: F,
  record: R,
  row: RowOf<F> & ContentRow,
): R => ({ ...record, ...sharedOf(row), ...storedOf(fields, row) });

/** The fields of a new record with an empty input. */
export const initialValues = <F extends Fields>(fields: F): RecordOf<F> =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, fields[name]?.initial])) as RecordOf<F>;

/**
 * The columns of an `insert`, each with the placeholder of its value. Lists are passed as arrays of texts and
 * stored as JSON.
 */
export const columnParameters = <F extends Fields>(
  fields: F,
  value: (name: keyof F & string) => RawBuilder<unknown>,
): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    fieldNames(fields).map((name) => [
      columnName(name),
      Array.isArray(fields[name]?.initial) ? sql`to_jsonb(${value(name)}::text[])` : value(name),
    ]),
  );

/** Checks the fields of an input; absent fields stay unchanged. Adds problems to `checks`. */
export async function readFields<F extends Fields>(
  context: Context,
  fields: F,
  checks: Checks,
  input: InputOf<F>,
  current: (RecordOf<F> & { id: number }) | null,
): Promise<Partial<RecordOf<F>>> {
  const values: Record<string, unknown> = {};
  for (const [name, { input: inputName = name, read, initial, isClearable }] of Object.entries<
    Fields[string]
  >(fields)) {
    const value = input[inputName];
    if (value === null && isClearable) values[name] = initial;
    if (value === undefined || value === null) continue;
    const reading = { context, id: current?.id, stored: current?.[name] };
    const stored = await checks.run(inputName, read, value, reading);
    if (stored !== undefined) values[name] = stored;
  }
  return values as Partial<RecordOf<F>>;
}

/** The values that distinguish records with the same name, by column. */
export const identifyingValues = <F extends Fields>(
  fields: F,
  values: { [Name in keyof F]?: unknown },
): Record<string, string | number | null> =>
  Object.fromEntries(
    fieldNames(fields)
      .filter((name) => fields[name]?.isIdentifying)
      .map((name) => [columnName(name), values[name]] as const)
      .map(([name, value]) => [name, typeof value === 'string' || typeof value === 'number' ? value : null]),
  );

/**
 * The text for searches: first the title or name, then the shared texts, then the other fields. Without markup,
 * folded, one line per field, so that phrases do not match across fields.
 */
export function searchable<F extends Fields>(
  fields: F,
  row: { [Name in keyof F]?: unknown } & { description?: string | undefined; excerpt?: string | undefined },
): string {
  const texts: unknown[] = [];
  for (const [name, { isSearched }] of Object.entries<Fields[string]>(fields))
    if (isSearched) texts.push(row[name]);
  texts.splice(1, 0, row.description, row.excerpt);
  const folded: string[] = [];
  for (const text of texts) if (text) folded.push(foldForSearch(plainText(String(text))));
  return folded.join('\n');
}
