import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '../../lib/errors.ts';
import type { Context } from '../context/context.ts';
import { TAXONOMIES, TermEntity, type TermKind } from './term.entity.ts';
import { assertParent, checkTerm, type TermInput } from './term.input.ts';
import { needTerm } from './term.queries.ts';
import { type TermRecord, termKey } from './term.record.ts';
import { freeTermSlug, nextTermId, slugOf } from './term.slug.ts';
import { lockTerm, writeTerms } from './term.write.ts';

/** @throws ServiceError term_exists 400 with the id of the term that has the name already */
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
 * Creates a category or tag. A slug that is taken is numbered; without one it comes from the name.
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
    return needTerm(transaction.context, kind, { id });
  });
}

/**
 * Changes the fields of the input. A new name leaves the slug as it is.
 * @param current the term as this request has read it
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
    return needTerm(transaction.context, kind, { id });
  });
}
