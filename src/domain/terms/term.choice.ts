import { BadValue } from '../../lib/errors.ts';
import { mayManageTerms } from '../access/policy.ts';
import { matchesNameOrSlug, nameMismatch } from '../content/names.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { CategoryLink, RecordInput, TagLink } from '../generated/schema.ts';
import { TAXONOMIES, TermEntity, type TermKind } from './term.entity.ts';
import { checkName } from './term.input.ts';
import { termsOfKind } from './term.loaders.ts';
import { termKey } from './term.record.ts';
import { idInText, matchTerms, termExists } from './term.refs.ts';
import { freeTermSlug, nextTermId, slugOf } from './term.slug.ts';
import { lockTermNames } from './term.write.ts';

/** The terms of one kind for an event: ids of existing terms, and names of new ones. */
export interface TermChoice {
  readonly kind: TermKind;
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

/** A category or tag in the input of an event. */
export type TermLink = CategoryLink | TagLink;

/** The value of a link, for messages. */
const linkValue = ({ databaseId, record, slug, name, text }: TermLink): number | string =>
  databaseId ?? record?.id ?? slug ?? name ?? text ?? '';
/** The id of a link. Digits are an id, because forms send every id as text. */
const idIn = ({ databaseId, record, text }: TermLink): number | undefined =>
  databaseId ?? record?.id ?? (text === undefined ? undefined : idInText(text));

/**
 * Finds the term of a link; null if missing. A text is an id in digits, a slug or a name, in this order
 * (rules#terms). Of several categories with the same name the highest, then the oldest wins.
 */
async function findTermId(context: Context, kind: TermKind, link: TermLink): Promise<number | null> {
  const { slug, name, text } = link;
  const id = idIn(link);
  if (id !== undefined && (await termExists(context, kind, id))) return id;
  const wanted = slug ?? name ?? text;
  if (wanted === undefined) return null;
  const { bySlug, byName } = await matchTerms(context, kind, wanted);
  if (slug !== undefined) return bySlug ?? null;
  return (name === undefined ? bySlug : undefined) ?? byName[0] ?? null;
}

/**
 * Resolves the links of an event to categories or tags. Skips blank texts and repeated links.
 * @throws BadValue for unknown ids and slugs, and for unknown names if the caller may not create terms
 */
export async function resolveTerms(
  context: Context,
  kind: TermKind,
  all: readonly TermLink[],
): Promise<TermChoice> {
  const links = all.filter((link) => String(linkValue(link)).trim() !== '');
  const matches = await Promise.all(links.map((link) => findTermId(context, kind, link)));
  const unknown = links.filter((_link, at) => matches[at] === null);
  const records = links.flatMap(({ record }) => record ?? []);
  const names = unknown.length > 0 ? newNames(context, kind, unknown) : [];
  if (records.length > 0) await assertNamesOrSlugs(context, kind, records);
  return { kind, ids: [...new Set(matches.filter((id) => id !== null))], names };
}

/** @throws BadValue for an id whose term has a different name */
async function assertNamesOrSlugs(
  context: Context,
  kind: TermKind,
  records: readonly RecordInput[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const terms = new Map((await termsOfKind(context, kind, ids)).map((term) => [term.id, term]));
  for (const { id, name, slug } of records) {
    const term = terms.get(id);
    if (term && !matchesNameOrSlug(term, name, slug))
      throw nameMismatch(kind, id, term.name, name ?? slug ?? '');
  }
}

/** Whether a link contains only an id. */
const isIdLink = (link: TermLink): boolean =>
  typeof linkValue(link) === 'number' || /^\s*\d+\s*$/.test(link.text ?? '');
const quotedValues = (links: readonly TermLink[]): string =>
  links.map((link) => JSON.stringify(linkValue(link))).join(', ');

function newNames(context: Context, kind: TermKind, links: readonly TermLink[]): string[] {
  const ids = links.filter(isIdLink);
  if (ids.length > 0) throw new BadValue(`there is no ${kind} with the id ${ids.map(linkValue).join(', ')}`);
  const slugs = links.filter(({ slug }) => slug !== undefined);
  if (slugs.length > 0) throw new BadValue(`there is no ${kind} with the slug ${quotedValues(slugs)}`);
  if (!mayManageTerms(context.caller))
    throw new BadValue(`there is no ${kind} ${quotedValues(links)}, and you may not create one`);
  const names = Map.groupBy(
    links.map((link) => checkName(String(linkValue(link)))),
    termKey,
  );
  return [...names.values()].flatMap(([first]) => first ?? []);
}

/**
 * Creates the new terms of a choice in the transaction of the event. Uses terms that a concurrent request has
 * created; deleted ones are omitted when the event is linked. Call it before other writes to terms.
 * @returns the ids of all terms of the choice
 */
export async function storeTerms(
  transaction: Transaction,
  { kind, ids, names }: TermChoice,
): Promise<number[]> {
  if (names.length === 0) return [...ids];
  const { em, db } = transaction;
  await lockTermNames(transaction, kind, names);
  const taxonomy = TAXONOMIES[kind];
  const nameOfKey = new Map(names.map((name) => [termKey(name), name]));
  const keys = [...nameOfKey.keys()].toSorted();
  const existing = await em.find(TermEntity, { taxonomy, nameKey: { $in: keys }, parentId: 0 });
  const byKey = new Map(existing.map((term) => [term.nameKey, term.id]));
  for (const key of keys) {
    if (byKey.has(key)) continue;
    const name = nameOfKey.get(key) ?? key;
    const id = await nextTermId(db);
    const slug = await freeTermSlug(db, kind, slugOf(transaction.context, name, id));
    em.create(TermEntity, { id, taxonomy, name, nameKey: key, slug });
    await em.flush();
    byKey.set(key, id);
  }
  return [...new Set([...keys.flatMap((key) => byKey.get(key) ?? []), ...ids])];
}
