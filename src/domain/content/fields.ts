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

/** What a field can use, besides the input value, to make the stored value. */
interface InputContext<Stored> {
  readonly context: Context;
  /** Of the record that is changed; undefined for a new one. */
  readonly id: number | undefined;
  /** The present value of the field. */
  readonly stored: Stored | undefined;
}

/** One stored field of a resource: its column, and how an input value becomes the stored one. */
export interface Field<Column, Input, Stored> {
  readonly column: Column;
  /** Name of the field in inputs, where it is another one. */
  readonly input?: string | undefined;
  /** @throws BadValue */
  read(input: Input, reading: InputContext<Stored>): Stored | Promise<Stored>;
  /** The value of a new record when its input has none. */
  readonly initial: Stored;
  /** Whether null sets the field to `initial`; otherwise null is ignored (rules#null). */
  readonly clears: boolean;
  /** Whether different values mean that two records with the same name are different records. */
  readonly identifying: boolean;
  readonly searched: boolean;
}

/** All stored fields that only this resource has, by their names in the record. */
export type Fields = Readonly<Record<string, Field<unknown, unknown, unknown>>>;
type StoredIn<F> = F extends Field<unknown, infer _, infer Stored> ? Stored : never;
/** The fields as they are read. */
export type RecordOf<F extends Fields> = { [Name in keyof F]: StoredIn<F[Name]> };
/** The same fields as an input has them. */
export type InputOf<F extends Fields> = {
  [Name in keyof F]?: Parameters<F[Name]['read']>[0] | null | undefined;
};

type FieldKind<Column, Input, Stored> = Pick<Field<Column, Input, Stored>, 'column' | 'read' | 'initial'> &
  Partial<Field<Column, Input, Stored>>;

export const field = <Column, Input, Stored>(
  kind: FieldKind<Column, Input, Stored>,
): Field<Column, Input, Stored> => ({ clears: true, identifying: true, searched: false, ...kind });

/** The same field, but searched. */
export const searched = <Column, Input, Stored>(
  unsearched: Field<Column, Input, Stored>,
): Field<Column, Input, Stored> => ({ ...unsearched, searched: true });

/** The same field, which inputs have under another name. */
export const sentAs = <Column, Input, Stored>(
  input: string,
  unnamed: Field<Column, Input, Stored>,
): Field<Column, Input, Stored> => ({ ...unnamed, input });

/** @throws BadValue for a text that shows nothing once it is cleaned */
function visibleText(input: string): string {
  const text = plainText(input);
  if (isInvisible(text)) throw new BadValue('must not be empty', 'rest_too_short');
  return text;
}

/** A title or name: plain text that shows something. Every record has one. */
export const title = () =>
  field({
    column: text(),
    read: visibleText,
    initial: '',
    clears: false,
    identifying: false,
    searched: true,
  });
/** Plain text of one line; none is empty. */
export const plain = () =>
  field({ column: optionalText(), read: (input: string) => plainText(input), initial: '' });
/** An e-mail address; none is empty. A text from before they were checked stays when it is sent back. */
export const email = () =>
  field({
    column: optionalText(),
    read: (input: string, { stored }) => (input === stored ? input : readEmail(input)),
    initial: '',
  });
/** A web address, which the contract has checked; none is empty. */
export const address = () =>
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
    clears: false,
    identifying: false,
  });
/** One of these words, which the contract has checked. */
export const word = <Word extends string>(initial: Word) =>
  field<ReturnType<typeof wordColumn<Word>>, Word, Word>({
    column: wordColumn(initial),
    read: (input) => input,
    initial,
    clears: false,
    identifying: false,
  });
const wordColumn = <Word extends string>(initial: Word) => p.text().$type<Word>().default(initial);
/** A number or none. @param column one of numbers that allows null */
export const optionalNumber = <Column>(column: Column) =>
  field<Column, number, number | null>({ column, read: (input) => input, initial: null });

const externalIdsColumn = () => p.json().$type<string[]>().defaultRaw("'[]'");
/** The global ids that a record has in other calendars, the latest first. Imports set them; no input can. */
export const externalIds = () =>
  field<ReturnType<typeof externalIdsColumn>, string[], string[]>({
    column: externalIdsColumn(),
    read: (input) => input,
    initial: [],
    identifying: false,
  });

const fieldNames = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];
const columnName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

type Columns<F extends Fields> = { [Name in keyof F]: F[Name]['column'] };
export const columnsOf = <F extends Fields>(fields: F): Columns<F> =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, fields[name]?.column])) as Columns<F>;

type Selected<F extends Fields> = {
  [Name in keyof F & string]: AliasedRawBuilder<RecordOf<F>[Name], Name>;
}[keyof F & string];
/** The fields as columns of a select from the table. */
export const selections = <F extends Fields>(table: RecordKind, fields: F): readonly Selected<F>[] =>
  fieldNames(fields).map((name) => sql.ref(`${table}.${columnName(name)}`).as(name) as Selected<F>);

/** The fields in an entity, in which nullable ones may be absent until it is stored. */
export type RowOf<F extends Fields> = {
  [Name in keyof F]: StoredIn<F[Name]> | (null extends StoredIn<F[Name]> ? undefined : never);
};
/** The fields of a row, as they are read. */
export function storedOf<F extends Fields>(fields: F, row: RowOf<F>): RecordOf<F> {
  const stored: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) stored[name] = row[name] ?? null;
  return stored as RecordOf<F>;
}

/** A record after a change of its row. What is not in the row, such as links, stays as it was read. */
export const withRow = <F extends Fields, R extends ContentRecord & RecordOf<F>>(
  fields: F,
  record: R,
  row: RowOf<F> & ContentRow,
): R => ({ ...record, ...sharedOf(row), ...storedOf(fields, row) });

/** The fields of a new record whose input is empty. */
export const initials = <F extends Fields>(fields: F): RecordOf<F> =>
  Object.fromEntries(fieldNames(fields).map((name) => [name, fields[name]?.initial])) as RecordOf<F>;

/**
 * The columns of a statement that stores the fields, each with the placeholder of its value. A list is sent as
 * an array of texts and stored as JSON.
 */
export const parameters = <F extends Fields>(
  fields: F,
  value: (name: keyof F & string) => RawBuilder<unknown>,
): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    fieldNames(fields).map((name) => [
      columnName(name),
      Array.isArray(fields[name]?.initial) ? sql`to_jsonb(${value(name)}::text[])` : value(name),
    ]),
  );

/** Checks the fields of an input; those that are absent stay as they are. Problems go to `checks`. */
export async function readFields<F extends Fields>(
  context: Context,
  fields: F,
  checks: Checks,
  input: InputOf<F>,
  current: (RecordOf<F> & { id: number }) | null,
): Promise<Partial<RecordOf<F>>> {
  const values: Record<string, unknown> = {};
  for (const [name, { input: inputName = name, read, initial, clears }] of Object.entries<Fields[string]>(
    fields,
  )) {
    const value = input[inputName];
    if (value === null && clears) values[name] = initial;
    if (value === undefined || value === null) continue;
    const reading = { context, id: current?.id, stored: current?.[name] };
    const stored = await checks.run(inputName, read, value, reading);
    if (stored !== undefined) values[name] = stored;
  }
  return values as Partial<RecordOf<F>>;
}

/** Those of the values that distinguish records with the same name, by column. */
export const identifyingValues = <F extends Fields>(
  fields: F,
  values: { [Name in keyof F]?: unknown },
): Record<string, string | number | null> =>
  Object.fromEntries(
    fieldNames(fields)
      .filter((name) => fields[name]?.identifying)
      .map((name) => [columnName(name), values[name]] as const)
      .map(([name, value]) => [name, typeof value === 'string' || typeof value === 'number' ? value : null]),
  );

/**
 * The text that searches look at: the first field, which is the title or name, the shared texts, then the
 * rest. They are without markup, folded, each on a line of its own, so that no phrase is found across two.
 */
export function searchable<F extends Fields>(
  fields: F,
  row: { [Name in keyof F]?: unknown } & { description?: string | undefined; excerpt?: string | undefined },
): string {
  const texts: unknown[] = [];
  for (const [name, { searched }] of Object.entries<Fields[string]>(fields))
    if (searched) texts.push(row[name]);
  texts.splice(1, 0, row.description, row.excerpt);
  const folded: string[] = [];
  for (const text of texts) if (text) folded.push(foldForSearch(plainText(String(text))));
  return folded.join('\n');
}
