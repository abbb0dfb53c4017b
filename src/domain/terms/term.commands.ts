import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '../../lib/errors.ts';
import { UNMANAGED } from '../../platform/postgres/orm.ts';
import type { Context, Transaction } from '../context/context.ts';
import { TAXONOMIES, TermEntity, type TermKind } from './term.entity.ts';
import { assertParent, checkTerm, MAX_NAME_LENGTH, type TermInput } from './term.input.ts';
import { requireTerm } from './term.queries.ts';
import { type TermRecord, termKey } from './term.record.ts';
import { freeTermSlug, nextTermId, slugOf } from './term.slug.ts';
import { lockTerm, writeTerms } from './term.write.ts';

/** @throws ServiceError term_exists 400 with the id of the existing term */
async function assertNameFree(
  em: EntityManager,
  kind: TermKind,
  { name, parentId, id = 0 }: { name: string; parentId: number; id?: number },
): Promise<void> {
  const same = { taxonomy: TAXONOMIES[kind], nameKey: termKey(name), parentId, id: { $ne: id } };
  const other = await em.findOne(TermEntity, same);
  if (!other) return;
  // Only categories have parents.
  const where = kind === 'tag' ? '' : parentId === 0 ? ' at the top level' : ' below the same parent';
  const message = `A ${kind} with this name already exists${where}.`;
  throw new ServiceError('term_exists', { message, data: { term_id: other.id } });
}

/**
 * Creates a category or tag. The slug comes from the input or the name, and is numbered if it already exists.
 * @throws ServiceError rest_invalid_param; term_exists 400
 */
export async function createTerm(context: Context, kind: TermKind, input: TermInput): Promise<TermRecord> {
  const {
    name = '',
    slug: text,
    description = '',
    parentId = 0,
  } = await checkTerm(context, kind, input, null);
  return writeTerms(context, kind, async (transaction) => {
    const { em, db } = transaction;
    await assertParent(db, parentId, null);
    await assertNameFree(em, kind, { name, parentId });
    const id = await nextTermId(db);
    const base = slugOf(transaction.context, text ?? name, id);
    const parent = text === undefined && parentId !== 0 ? await em.findOne(TermEntity, parentId) : null;
    const below = parent ? [slugOf(transaction.context, `${base}-${parent.slug}`, id)] : [];
    const slug = await freeTermSlug(db, kind, base, ...below);
    const key = { taxonomy: TAXONOMIES[kind], nameKey: termKey(name) };
    em.create(TermEntity, { id, ...key, name, slug, description, parentId });
    await em.flush();
    return requireTerm(transaction.context, kind, { id });
  });
}

/**
 * Changes the fields of the input. A new name does not change the slug.
 * @param current the term as this request loaded it
 * @throws ServiceError `…-not-found` 404; rest_invalid_param, also for a parent that would close a cycle;
 * term_exists 400; duplicate_term_slug 409
 */
export async function updateTerm(
  context: Context,
  kind: TermKind,
  current: TermRecord,
  input: TermInput,
): Promise<TermRecord> {
  const { id } = current;
  const values = await checkTerm(context, kind, input, current);
  return writeTerms(context, kind, async (transaction) => {
    const { em, db } = transaction;
    const term = await lockTerm(transaction, kind, id);
    await transaction.assertPrecondition();
    const { slug: text, name = term.name, description = term.description, parentId = term.parentId } = values;
    const slug = text === undefined ? term.slug : slugOf(transaction.context, text, id);
    if (parentId !== term.parentId) await assertParent(db, parentId, id);
    await assertNameFree(em, kind, { name, parentId, id });
    if (slug !== term.slug && (await em.count(TermEntity, { taxonomy: term.taxonomy, slug })) > 0)
      throw new ServiceError('duplicate_term_slug');
    em.assign(term, { name, nameKey: termKey(name), slug, description, parentId });
    await em.flush();
    return requireTerm(transaction.context, kind, { id });
  });
}

const withEnding = (name: string, end: string): string =>
  `${name.slice(0, MAX_NAME_LENGTH - end.length).trimEnd()}${end}`.toWellFormed();

/** The first free name of `Jazz (Concerts)`, `Jazz (Concerts 2)` … */
function freeName(name: string, parent: string, taken: ReadonlySet<string>): string {
  const short = parent.slice(0, MAX_NAME_LENGTH / 2).trimEnd();
  for (let n = 1; ; n++) {
    const candidate = withEnding(name, n === 1 ? ` (${short})` : ` (${short} ${n})`);
    if (!taken.has(termKey(candidate))) return candidate;
  }
}

/**
 * Moves the children of a deleted category up to its parent. If the name of a child already exists there, the name
 * of the deleted category is appended in brackets, so that no categories merge. Slugs and URLs stay.
 * @returns the ids of the children
 */
async function moveChildrenUp({ em }: Transaction, { id, name, parentId }: TermRecord): Promise<number[]> {
  const taxonomy = TAXONOMIES.category;
  const children = await em.find(TermEntity, { taxonomy, parentId: id }, { orderBy: { id: 'asc' } });
  if (children.length === 0) return [];
  const siblings = await em.find(TermEntity, { taxonomy, parentId }, { ...UNMANAGED, fields: ['nameKey'] });
  const siblingNames = new Set(siblings.map(({ nameKey }) => nameKey));
  const taken = new Set([...siblingNames, ...children.map((child) => child.nameKey)]);
  for (const child of children) {
    child.parentId = parentId;
    if (!siblingNames.has(child.nameKey)) continue;
    child.name = freeName(child.name, name, taken);
    child.nameKey = termKey(child.name);
    taken.add(child.nameKey);
  }
  await em.flush();
  return children.map((child) => child.id);
}

/**
 * Deletes a category or tag permanently: events lose it, children move up.
 * @returns the deleted term
 * @throws ServiceError `…-not-found` 404, also for a repeated deletion
 */
export async function deleteTerm(context: Context, kind: TermKind, id: number): Promise<TermRecord> {
  return writeTerms(context, kind, async (transaction) => {
    const term = await lockTerm(transaction, kind, id);
    await transaction.assertPrecondition();
    const record = await requireTerm(transaction.context, kind, { id });
    // Before the children move up, because one of them may have the same name.
    await transaction.em.remove(term).flush();
    return kind === 'category' ? { ...record, childIds: await moveChildrenUp(transaction, record) } : record;
  });
}
