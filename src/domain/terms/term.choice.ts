import { BadValue } from '../../lib/errors.ts';
import { mayManageTerms } from '../access/policy.ts';
import { hasNameOrSlug, nameMismatch } from '../content/name-or-slug.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { CategoryLink, RecordInput, TagLink } from '../generated/schema.ts';
import { TAXONOMIES, TermEntity, type TermKind } from './term.entity.ts';
import { checkName } from './term.input.ts';
import { termsOfKind } from './term.loaders.ts';
import { termKey } from './term.record.ts';
import { idInText, isTerm, termsOf } from './term.refs.ts';
import { freeTermSlug, nextTermId, slugOf } from './term.slug.ts';
import { lockNames } from './term.write.ts';

/** The terms of one kind that an event is to have: ids of those that exist, and names of new ones. */
export interface TermChoice {
  readonly kind: TermKind;
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

/** A category or tag in the input of an event. */
export type TermLink = CategoryLink | TagLink;

/** What a link sends, as messages show it. */
const shown = ({ databaseId, record, slug, name, text }: TermLink): number | string =>
  databaseId ?? record?.id ?? slug ?? name ?? text ?? '';
/** The id that a link sends. Digits are one, because forms send every id as text. */
const idIn = ({ databaseId, record, text }: TermLink): number | undefined =>
  databaseId ?? record?.id ?? (text === undefined ? undefined : idInText(text));

/**
 * The term that a link means; null where there is none. A text is an id in digits, a slug or else a name (rules#terms).
 * Of several categories with one name the highest and oldest is meant.
 */
async function match(context: Context, kind: TermKind, link: TermLink): Promise<number | null> {
  const { slug, name, text } = link;
  const id = idIn(link);
  if (id !== undefined && (await isTerm(context, kind, id))) return id;
  const wanted = slug ?? name ?? text;
  if (wanted === undefined) return null;
  const { bySlug, byName } = await termsOf(context, kind, wanted);
  if (slug !== undefined) return bySlug ?? null;
  return (name === undefined ? bySlug : undefined) ?? byName[0] ?? null;
}

/**
 * Resolves which categories or tags an event gets. Blank texts are skipped, repeated links count once.
 * @throws BadValue for unknown ids and slugs, and for unknown names when the caller may not create terms
 */
export async function resolveTerms(
  context: Context,
  kind: TermKind,
  all: readonly TermLink[],
): Promise<TermChoice> {
  const links = all.filter((link) => String(shown(link)).trim() !== '');
  const matches = await Promise.all(links.map((link) => match(context, kind, link)));
  const unknown = links.filter((_link, at) => matches[at] === null);
  const records = links.flatMap(({ record }) => record ?? []);
  const names = unknown.length > 0 ? newNames(context, kind, unknown) : [];
  if (records.length > 0) await assertNamesOrSlugs(context, kind, records);
  return { kind, ids: [...new Set(matches.filter((id) => id !== null))], names };
}

/** @throws BadValue for an object with the id of a term that has another name */
async function assertNamesOrSlugs(
  context: Context,
  kind: TermKind,
  records: readonly RecordInput[],
): Promise<void> {
  const ids = records.map(({ id }) => id);
  const terms = new Map((await termsOfKind(context, kind, ids)).map((term) => [term.id, term]));
  for (const { id, name, slug } of records) {
    const term = terms.get(id);
    if (term && !hasNameOrSlug(term, name, slug)) throw nameMismatch(kind, id, term.name, name ?? slug ?? '');
  }
}

/** Whether a link sends an id, and nothing else. */
const namesId = (link: TermLink): boolean =>
  typeof shown(link) === 'number' || /^\s*\d+\s*$/.test(link.text ?? '');
const inQuotes = (links: readonly TermLink[]): string =>
  links.map((link) => JSON.stringify(shown(link))).join(', ');

function newNames(context: Context, kind: TermKind, links: readonly TermLink[]): string[] {
  const ids = links.filter(namesId);
  if (ids.length > 0) throw new BadValue(`there is no ${kind} with the id ${ids.map(shown).join(', ')}`);
  const slugs = links.filter(({ slug }) => slug !== undefined);
  if (slugs.length > 0) throw new BadValue(`there is no ${kind} with the slug ${inQuotes(slugs)}`);
  if (!mayManageTerms(context.caller))
    throw new BadValue(`there is no ${kind} ${inQuotes(links)}, and you may not create one`);
  const names = Map.groupBy(
    links.map((link) => checkName(String(shown(link)))),
    termKey,
  );
  return [...names.values()].flatMap(([first]) => first ?? []);
}

/**
 * Creates the new terms of a choice in the transaction of the event. A term that somebody else has created in
 * the meantime is used; one that somebody has deleted is left out when the event is linked. Call it before
 * other writes that touch terms. @returns the ids of all terms of the choice
 */
export async function storeTerms(
  transaction: Transaction,
  { kind, ids, names }: TermChoice,
): Promise<number[]> {
  if (names.length === 0) return [...ids];
  const { em, db } = transaction;
  await lockNames(transaction, kind, names);
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
