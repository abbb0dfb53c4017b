import { BadValue } from '../../lib/errors.ts';
import { mayManageTerms } from '../access/policy.ts';
import { hasNameOrSlug, nameMismatch } from '../content/name-or-slug.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { RecordInput, TermLinkInput } from '../generated/schema.ts';
import { TAXONOMIES, TermEntity, type TermKind } from './term.entity.ts';
import { checkName } from './term.input.ts';
import { termsOfKind } from './term.loaders.ts';
import { termKey } from './term.record.ts';
import { idBySlug, idIn, idsByName, lookUpTerms, type TermMatches, type TermRef } from './term.refs.ts';
import { freeTermSlug, nextTermId, slugOf } from './term.slug.ts';
import { lockNames } from './term.write.ts';

/** The terms of one kind that an event is to have: ids of those that exist, and names of new ones. */
export interface TermChoice {
  readonly kind: TermKind;
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

const refOf = ({ id, record, slug, name, text }: TermLinkInput): TermRef =>
  id ?? record?.id ?? slug ?? name ?? text ?? '';

/**
 * The term that a link means. Digits are first of all an id, because forms send every id as text; other texts
 * are a slug or else a name (rules#terms). Of several categories with one name the highest and oldest is
 * meant.
 */
function match(link: TermLinkInput, matches: TermMatches): number | null {
  const ref = refOf(link);
  const id = link.text === undefined && typeof ref === 'string' ? null : idIn(ref);
  if (id !== null && matches.ids.has(id)) return id;
  if (typeof ref === 'number') return null;
  const key = termKey(ref);
  const [bySlug, byName] = [idBySlug(matches, key), idsByName(matches, key)[0]];
  if (link.slug !== undefined) return bySlug ?? null;
  return (link.name === undefined ? bySlug : undefined) ?? byName ?? null;
}

/**
 * Resolves which categories or tags an event gets. Blank texts are skipped, repeated links count once.
 * @throws BadValue for unknown ids and slugs, and for unknown names when the caller may not create terms
 */
export async function resolveTerms(
  context: Context,
  kind: TermKind,
  all: readonly TermLinkInput[],
): Promise<TermChoice> {
  const links: TermLinkInput[] = [];
  const refs: TermRef[] = [];
  for (const link of all) {
    const ref = refOf(link);
    if (String(ref).trim() === '') continue;
    links.push(link);
    refs.push(ref);
  }
  const matches = await lookUpTerms(context, kind, refs);
  const ids = new Set<number>();
  const unknown: TermLinkInput[] = [];
  const records: RecordInput[] = [];
  for (const link of links) {
    const id = match(link, matches);
    if (id === null) unknown.push(link);
    else ids.add(id);
    if (link.record) records.push(link.record);
  }
  const names = unknown.length > 0 ? newNames(context, kind, unknown) : [];
  if (records.length > 0) await assertNamesOrSlugs(context, kind, records);
  return { kind, ids: [...ids], names };
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

const namesId = (link: TermLinkInput): boolean =>
  typeof refOf(link) === 'number' || /^\s*\d+\s*$/.test(link.text ?? '');
const refsInQuotes = (links: readonly TermLinkInput[]): string =>
  links.map((link) => JSON.stringify(refOf(link))).join(', ');

function newNames(context: Context, kind: TermKind, links: readonly TermLinkInput[]): string[] {
  const ids = links.filter(namesId);
  if (ids.length > 0) throw new BadValue(`there is no ${kind} with the id ${ids.map(refOf).join(', ')}`);
  const slugs = links.filter(({ slug }) => slug !== undefined);
  if (slugs.length > 0) throw new BadValue(`there is no ${kind} with the slug ${refsInQuotes(slugs)}`);
  if (!mayManageTerms(context.caller))
    throw new BadValue(`there is no ${kind} ${refsInQuotes(links)}, and you may not create one`);
  const names = Map.groupBy(
    links.map((link) => checkName(String(refOf(link)))),
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
