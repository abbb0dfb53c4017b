import { sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import type { LinkedKind } from '../../lib/kinds.ts';
import { sameText } from '../../lib/text.ts';
import { visibility } from '../access/policy.ts';
import { matchesNameOrSlug, nameKey, nameMismatch } from '../content/names.ts';
import type { ContentRecord } from '../content/record.ts';
import { idBySlugOrName, quoted, suggestion } from '../content/refs.ts';
import { visibleIn } from '../content/visibility.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { RecordInput } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';

/** A venue or organizer in the input of an event, by exactly one of these fields. */
interface LinkInput<Input> {
  databaseId?: number;
  slug?: string;
  name?: string;
  /** A slug or name. */
  text?: string;
  record?: RecordInput;
  create?: Input;
}

/** A record to link: an existing one, or one to find by name, and to create if there is none. */
export type Choice<Values> = { id: number } | { name: string; values: Values };

type LinkedRecord = ContentRecord & { name: string };

/** Responses include each linked record with all its fields: more links would make one event a very large response. */
const MAX_LINKS = 50;

/** The operations on records of one kind: everything in which venues and organizers differ here. */
export interface LinkKind<Input, Values> {
  kind: LinkedKind;
  /** Loads the records that the caller may read. */
  findVisible: (context: Context, ids: readonly number[]) => Promise<LinkedRecord[]>;
  check: (context: Context, checks: Checks, input: Input, current: null) => Promise<Values>;
  identifyingColumns: (values: Values) => IdentifyingValues;
  store: (transaction: Transaction, values: Values) => Promise<number>;
  /** Fills the empty fields of a record with these values, if the caller may change it. */
  fillEmptyFields: (transaction: Transaction, id: number, values: Values) => Promise<void>;
}

/** The names of fields in REST messages about new records. */
const REST_FIELD_NAMES: Readonly<Record<string, string>> = {
  author: 'authorId',
  publishedAt: 'date',
  region: 'stateprovince',
  latitude: 'geoLat',
  longitude: 'geoLng',
};

/** Checks the fields of a new record. @throws BadValue with all problems in one message */
async function checkNewRecord<Input, Values extends { own: { name?: string } }>(
  context: Context,
  { kind, check }: LinkKind<Input, Values>,
  input: Input,
): Promise<Choice<Values>> {
  const checks = new Checks();
  const values = await check(context, checks, input, null);
  const messages = (nameOf: (field: string) => string): string =>
    Object.entries(checks.problems)
      .map(([field, { message }]) => `${nameOf(field)} ${message}`)
      .join('; ');
  if (Object.keys(checks.problems).length > 0) {
    const inRest = (field: string): string => (field === 'name' ? kind : (REST_FIELD_NAMES[field] ?? field));
    throw new BadValue(
      messages(inRest),
      'rest_invalid_param',
      messages((field) => field),
    );
  }
  return { name: values.own.name ?? '', values };
}

/** The distinct ids in the first {@link MAX_LINKS} links of an input. */
export function idsIn(
  links: readonly Pick<LinkInput<unknown>, 'databaseId' | 'record'>[] | null = [],
): number[] {
  const ids = new Set<number>();
  for (const { databaseId, record } of links?.slice(0, MAX_LINKS) ?? []) {
    const linkedId = databaseId ?? record?.id;
    if (linkedId !== undefined) ids.add(linkedId);
  }
  return [...ids];
}

/**
 * Checks the links of an input, in their order.
 * @throws BadValue for more than 50 links, bad fields, and records that are unknown, unreadable or in the trash
 */
export async function checkLinks<Input extends object, Values extends { own: { name?: string } }>(
  context: Context,
  kind: LinkKind<Input, Values>,
  links: readonly LinkInput<Input>[],
): Promise<Choice<Values>[]> {
  if (links.length > MAX_LINKS) throw new BadValue(`at most ${MAX_LINKS} can be given`);
  const ids = new Set(idsIn(links));
  // Storing the links checks these again, under a lock.
  const readable = new Map<number, LinkedRecord>();
  for (const record of await kind.findVisible(context, [...ids])) readable.set(record.id, record);
  const unknown = ids.difference(readable);
  if (unknown.size > 0) throw new BadValue(`there is no ${kind.kind} with the id ${[...unknown].join(', ')}`);
  // All names at once, so that one statement loads them.
  const idOfEach = await Promise.all(links.map((link) => idByName(context, kind.kind, link)));
  const choices: Choice<Values>[] = [];
  for (const [at, { databaseId: id = idOfEach[at], record, create }] of links.entries())
    if (create !== undefined) choices.push(await checkNewRecord(context, kind, create));
    else if (id !== undefined) choices.push({ id });
    else if (record !== undefined)
      choices.push({ id: assertNameOrSlug(kind.kind, record, readable.get(record.id)) });
  return choices;
}

/**
 * The id of the record that a link names by slug or name; undefined for links without either.
 * @throws BadValue if no record, or more than one, has the name
 */
async function idByName(
  context: Context,
  kind: LinkedKind,
  { slug, name, text }: LinkInput<unknown>,
): Promise<number | undefined> {
  const wanted = slug ?? name ?? text;
  if (wanted === undefined) return undefined;
  const id = await idBySlugOrName(context, kind, wanted, {
    slug: name === undefined,
    name: slug === undefined,
  });
  if (id !== undefined) return id;
  const by = slug !== undefined ? 'slug' : name !== undefined ? 'name' : 'slug or name';
  const meant = await suggestion(context, kind, wanted, name === undefined ? 'slug' : 'name');
  const message = `there is no ${kind} with the ${by} ${quoted(wanted)}; ${meant === undefined ? 'for' : `${meant} For`} a new one, send `;
  throw new BadValue(`${message}an object with its fields`, 'rest_invalid_value', `${message}{create: {…}}`);
}

/** @throws BadValue if the record with this id has another name, or without a name in the input another slug */
function assertNameOrSlug(
  kind: LinkedKind,
  { id, name, slug }: RecordInput,
  record: LinkedRecord | undefined,
): number {
  if (record && !matchesNameOrSlug(record, name, slug))
    throw nameMismatch(kind, id, record.name, name ?? slug ?? '');
  return id;
}

/** Values that distinguish records with the same name, by column. */
type IdentifyingValues = Readonly<Record<string, string | number | null | undefined>>;
const isEmpty = (value: IdentifyingValues[string]): boolean =>
  value === undefined || value === null || value === '';
const contradicts = (input: IdentifyingValues[string], stored: IdentifyingValues[string]): boolean =>
  !isEmpty(stored) &&
  (typeof input === 'number' ? input !== stored : !sameText(String(input), String(stored)));

/**
 * The oldest readable record with this name, outside the trash, whose other fields do not contradict the input
 * (rules#inline-records).
 */
async function findByName(
  transaction: Transaction,
  kind: LinkedKind,
  name: string,
  values: IdentifyingValues,
): Promise<number | undefined> {
  const { context, db } = transaction;
  const present = Object.entries(values).filter(([, value]) => !isEmpty(value));
  const columns = present.map(([column]) =>
    column === 'image'
      ? sql`(select case when picture_hash is null then url else ${context.urls.site} || url end
          from image where image.id = image_id) as image`
      : sql`${sql.ref(column)}`,
  );
  const key = nameKey(name);
  // Waits for concurrent transactions that create a record with this name.
  await sql`select pg_advisory_xact_lock(hashtext(${`${kind} name:${key}`}))`.execute(db);
  const { rows } = await sql<IdentifyingValues & { id: number }>`
    select ${sql.join([sql`id`, ...columns])} from ${sql.table(kind)}
    where name_key = ${key} and ${visibleIn(kind, visibility(context.caller))}
    order by id ${present.length === 0 ? sql`limit 1` : sql``}`.execute(db);
  return rows.find((row) => !present.some(([column, value]) => contradicts(value, row[column])))?.id;
}

/**
 * Finds or creates the records to link in the transaction of the event.
 * @returns their distinct ids in order
 * @throws ServiceError if a record has just been deleted
 */
export async function storeLinks<Input, Values>(
  transaction: Transaction,
  kind: LinkKind<Input, Values>,
  choices: readonly Choice<Values>[],
): Promise<number[]> {
  const ids = new Map<Choice<Values>, number>();
  // A fixed order prevents deadlocks between concurrent requests with the same names.
  for (const choice of choices.toSorted(byChoiceName)) {
    if ('id' in choice) {
      ids.set(choice, choice.id);
      continue;
    }
    const existing = await findByName(
      transaction,
      kind.kind,
      choice.name,
      kind.identifyingColumns(choice.values),
    );
    if (existing !== undefined) await kind.fillEmptyFields(transaction, existing, choice.values);
    ids.set(choice, existing ?? (await kind.store(transaction, choice.values)));
  }
  return [...new Set(choices.map((choice) => ids.get(choice) ?? 0))];
}

const choiceName = <Values>(choice: Choice<Values>): string => ('name' in choice ? nameKey(choice.name) : '');
const byChoiceName = <Values>(one: Choice<Values>, other: Choice<Values>): number =>
  choiceName(one) < choiceName(other) ? -1 : choiceName(one) > choiceName(other) ? 1 : 0;

/**
 * The ids of links that the caller cannot see, and therefore does not intend to remove (rules#trash); none if the
 * change removes all links.
 */
export async function hiddenLinks<Input, Values>(
  context: Context,
  { findVisible }: LinkKind<Input, Values>,
  ids: readonly number[],
  choices: readonly Choice<Values>[],
): Promise<number[]> {
  if (choices.length === 0) return [];
  const visible = new Set((await findVisible(context, ids)).map(({ id }) => id));
  return ids.filter((id) => !visible.has(id));
}
