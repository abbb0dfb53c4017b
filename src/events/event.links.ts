import { sql } from 'kysely';
import { visibility } from '../access/policy.ts';
import type { Context, Transaction } from '../context.ts';
import { BadValue } from '../errors.ts';
import type { RecordInput } from '../generated/schema.ts';
import { sameText } from '../kernel/text.ts';
import { isCalled, otherRecord } from '../records/called.ts';
import { Checks } from '../records/checks.ts';
import type { LinkedKind } from '../records/kinds.ts';
import { nameKey } from '../records/linked.ts';
import type { PostRecord } from '../records/record.ts';
import { visibleIn } from '../records/visibility.ts';

/** A venue or organizer of an event as it is sent; one of these. */
interface Link<Input> {
  id?: number;
  slug?: string;
  name?: string;
  record?: RecordInput;
  create?: Input;
}

/** A record to link: one that exists, or one to find by its name or else to create. */
export type Choice<Values> = { id: number } | { name: string; values: Values };

type Named = PostRecord & { name: string };

const MAX_LINKS = 100;

/** How one kind of record is checked and stored; the two kinds differ in nothing else. */
interface LinkKind<Input, Values> {
  kind: LinkedKind;
  /** Those of the records that the caller may read. */
  readable: (context: Context, ids: readonly number[]) => Promise<Named[]>;
  check: (context: Context, checks: Checks, input: Input, current: null) => Promise<Values>;
  /**
   * What is sent of a record besides its name, by column; flags, state, dates and slug say nothing of which
   * one it is.
   */
  facts: (values: Values) => Facts;
  store: (transaction: Transaction, values: Values) => Promise<number>;
  /** Gives empty fields of a record their values, as far as the caller may change it. */
  fill: (transaction: Transaction, id: number, values: Values) => Promise<void>;
}

/**
 * Checks the fields of a new record; its problems become one of the argument that holds it. @throws BadValue
 */
async function checkNew<Input, Values extends { own: { name?: string } }>(
  context: Context,
  { kind, check }: LinkKind<Input, Values>,
  input: Input,
): Promise<Choice<Values>> {
  const checks = new Checks();
  const values = await check(context, checks, input, null);
  const problems = Object.entries(checks.problems).map(
    ([field, { message }]) => `${field === 'name' ? kind : field} ${message}`,
  );
  if (problems.length > 0) throw new BadValue(problems.join('; '), 'rest_invalid_param');
  return { name: values.own.name ?? '', values };
}

/** The ids of records by slug and by the key of their name. */
interface FoundByName {
  readonly bySlug: ReadonlyMap<string, number>;
  readonly byName: ReadonlyMap<string, number>;
}

/** Those that slugs and names mean: the oldest that the caller may read and that is not in the trash. */
async function findNamed(
  context: Context,
  kind: LinkedKind,
  links: readonly Link<unknown>[],
): Promise<FoundByName> {
  const slugs = links.flatMap(({ slug }) => slug?.toLowerCase() ?? []);
  const keys = links.flatMap(({ name }) => (name === undefined ? [] : nameKey(name)));
  const { db, caller, published } = context;
  const { rows } = await sql<{ id: number; slug: string; key: string }>`
    select id, slug, name_key as key from ${sql.table(kind)}
    where (slug = any(${slugs}::text[]) or name_key = any(${keys}::text[]))
      and ${visibleIn(kind, visibility(caller), published.by)}
    order by id desc`.execute(db);
  return {
    bySlug: new Map(rows.map(({ slug, id }) => [slug, id])),
    byName: new Map(rows.map(({ key, id }) => [key, id])),
  };
}

/**
 * The records to link, in their order. @throws BadValue for more than 100, for an unknown, unreadable or
 * trashed one, or bad fields
 */
export async function checkLinks<Input extends object, Values extends { own: { name?: string } }>(
  context: Context,
  kind: LinkKind<Input, Values>,
  links: readonly Link<Input>[],
): Promise<Choice<Values>[]> {
  if (links.length > MAX_LINKS) throw new BadValue(`at most ${MAX_LINKS} can be given`);
  const ids = links.flatMap(({ id, record }) => id ?? record?.id ?? []);
  // These may come from memory and be a moment old; storing the link checks them again, with a lock.
  const known = new Map<number, Named>();
  for (const record of await kind.readable(context, ids)) known.set(record.id, record);
  const unknown = new Set(ids).difference(known);
  if (unknown.size > 0) throw new BadValue(`there is no ${kind.kind} with the id ${[...unknown].join(', ')}`);
  const choices: Choice<Values>[] = [];
  let named: FoundByName | undefined;
  for (const link of links) {
    const { id, record, create } = link;
    if (create !== undefined) choices.push(await checkNew(context, kind, create));
    else if (id !== undefined) choices.push({ id });
    else if (record !== undefined)
      choices.push({ id: assertCalled(kind.kind, record, known.get(record.id)) });
    else {
      named ??= await findNamed(context, kind.kind, links);
      choices.push({ id: idByName(kind.kind, link, named) });
    }
  }
  return choices;
}

/** @throws BadValue when there is none */
function idByName(kind: LinkedKind, { slug, name }: Link<unknown>, { bySlug, byName }: FoundByName): number {
  const id = slug === undefined ? byName.get(nameKey(name ?? '')) : bySlug.get(slug.toLowerCase());
  if (id !== undefined) return id;
  const by = slug === undefined ? 'name' : 'slug';
  throw new BadValue(`there is no ${kind} with the ${by} ${JSON.stringify(slug ?? name)}`);
}

/** @throws BadValue when the record with this id has another name */
function assertCalled(kind: LinkedKind, { id, name, slug }: RecordInput, record: Named | undefined): number {
  if (record && !isCalled(record, name, slug)) throw otherRecord(kind, id, record.name, name ?? slug ?? '');
  return id;
}

/** The ids of records that exist, each once; null when some of them are still to be found or made. */
export function idsOf(choices: readonly Choice<unknown>[] = []): number[] | null {
  const ids = new Set<number>();
  for (const choice of choices)
    if ('id' in choice) ids.add(choice.id);
    else return null;
  return [...ids];
}

/** The fields of a record that tell it from another of its name, as sent. */
type Facts = Readonly<Record<string, string | number | null | undefined>>;
const isEmpty = (value: Facts[string]): boolean => value === undefined || value === null || value === '';
const contradicts = (sent: Facts[string], has: Facts[string]): boolean =>
  !isEmpty(has) && (typeof sent === 'number' ? sent !== has : !sameText(String(sent), String(has)));

/**
 * The record with a name that nothing else contradicts which was sent with it (rules#inline-records), if
 * there is one that the caller may read and that is not in the trash; the oldest of several.
 */
async function findByName(
  transaction: Transaction,
  kind: LinkedKind,
  name: string,
  facts: Facts,
): Promise<number | undefined> {
  const { db, caller, published } = transaction;
  const sent = Object.entries(facts).filter(([, value]) => !isEmpty(value));
  const columns = sent.map(([column]) =>
    column === 'image'
      ? sql`(select url from image where image.id = image_id) as image`
      : sql`${sql.ref(column)}`,
  );
  const key = nameKey(name);
  // Waits for any other transaction that is creating a record of this name.
  await sql`select pg_advisory_xact_lock(hashtext(${`${kind} name:${key}`}))`.execute(db);
  const { rows } = await sql<Facts & { id: number }>`
    select ${sql.join([sql`id`, ...columns])} from ${sql.table(kind)}
    where name_key = ${key} and ${visibleIn(kind, visibility(caller), published.by)}
    order by id ${sent.length === 0 ? sql`limit 1` : sql``}`.execute(db);
  return rows.find((row) => !sent.some(([column, value]) => contradicts(value, row[column])))?.id;
}

/**
 * Finds or creates the records of an event inside its transaction. @returns their ids in order, each once
 * @throws ServiceError when one has just gone
 */
export async function storeLinks<Input, Values>(
  transaction: Transaction,
  kind: LinkKind<Input, Values>,
  choices: readonly Choice<Values>[],
): Promise<number[]> {
  const settled = new Map<Choice<Values>, number>();
  // In the same order everywhere, so that parallel events with the same names wait for each other instead of
  // blocking each other.
  for (const choice of choices.toSorted(byName)) {
    if ('id' in choice) {
      settled.set(choice, choice.id);
      continue;
    }
    const known = await findByName(transaction, kind.kind, choice.name, kind.facts(choice.values));
    if (known !== undefined) await kind.fill(transaction, known, choice.values);
    settled.set(choice, known ?? (await kind.store(transaction, choice.values)));
  }
  return [...new Set(choices.map((choice) => settled.get(choice) ?? 0))];
}

const nameOf = <Values>(choice: Choice<Values>): string => ('name' in choice ? nameKey(choice.name) : '');
const byName = <Values>(one: Choice<Values>, other: Choice<Values>): number =>
  nameOf(one) < nameOf(other) ? -1 : nameOf(one) > nameOf(other) ? 1 : 0;

/**
 * Links of an event that the caller does not see, and so cannot mean to remove (rules#trash); none when all
 * links go.
 */
export async function hiddenLinks<Input, Values>(
  context: Context,
  { readable }: LinkKind<Input, Values>,
  ids: readonly number[],
  choices: readonly Choice<Values>[],
): Promise<number[]> {
  if (choices.length === 0) return [];
  const seen = new Set((await readable(context, ids)).map(({ id }) => id));
  return ids.filter((id) => !seen.has(id));
}
