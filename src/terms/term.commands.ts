import type { Context } from '../context.ts';
import type { Db } from '../database/orm.ts';
import { ServiceError } from '../errors.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { assertParent, checkTerm, type TermInput } from './term.input.ts';
import { nameKey, type TermRecord, termColumns } from './term.record.ts';
import { freeTermSlug, nextTermId, slugOf } from './term.slug.ts';
import { writeTerms } from './term.write.ts';
import { needTerm } from './terms.query.ts';

/**
 * A term as the transaction sees it, kept from other changes until its end. @throws ServiceError
 * `…-not-found`
 */
export async function lockTerm(db: Db, kind: TermKind, id: number): Promise<TermRecord> {
  const query = db
    .selectFrom('term')
    .select(termColumns)
    .where('term.id', '=', id)
    .where('term.taxonomy', '=', TAXONOMIES[kind]);
  const term = await query.forUpdate().executeTakeFirst();
  if (!term) throw new ServiceError(`${kind}-not-found`);
  return term;
}

/** @throws ServiceError term_exists 400 with the id of the term that has the name already */
async function assertNameFree(
  db: Db,
  kind: TermKind,
  name: string,
  parentId: number,
  id: number,
): Promise<void> {
  const same = db
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', TAXONOMIES[kind])
    .where('name_key', '=', nameKey(name));
  const other = await same.where('parent_id', '=', parentId).where('id', '<>', id).executeTakeFirst();
  if (other) throw new ServiceError('term_exists', { data: { term_id: other.id } });
}

async function newSlug(db: Db, kind: TermKind, name: string, parentId: number, id: number): Promise<string> {
  const base = slugOf(name, id);
  const parent =
    parentId === 0
      ? undefined
      : await db.selectFrom('term').select('slug').where('id', '=', parentId).executeTakeFirst();
  return parent
    ? freeTermSlug(db, kind, base, slugOf(`${base}-${parent.slug}`, id))
    : freeTermSlug(db, kind, base);
}

/**
 * Creates a category or tag. A slug that is taken is numbered; without one it comes from the name.
 * @throws ServiceError rest_invalid_param; term_exists 400
 */
export async function createTerm(kind: TermKind, input: TermInput, context: Context): Promise<TermRecord> {
  const { name = '', slug, description = '', parentId = 0 } = await checkTerm(kind, input, null, context);
  return writeTerms(context, kind, async ({ db }) => {
    await assertParent(db, parentId, null);
    await assertNameFree(db, kind, name, parentId, 0);
    const id = await nextTermId(db);
    const chosen =
      slug === undefined
        ? await newSlug(db, kind, name, parentId, id)
        : await freeTermSlug(db, kind, slugOf(slug, id));
    const row = { id, taxonomy: TAXONOMIES[kind], name, slug: chosen, description };
    return db
      .insertInto('term')
      .values({ ...row, name_key: nameKey(name), parent_id: parentId })
      .returning(termColumns)
      .executeTakeFirstOrThrow();
  });
}

/** @throws ServiceError duplicate_term_slug 409 */
async function assertSlugFree(db: Db, kind: TermKind, slug: string, id: number): Promise<void> {
  const query = db
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', TAXONOMIES[kind])
    .where('slug', '=', slug);
  if (await query.where('id', '<>', id).executeTakeFirst()) throw new ServiceError('duplicate_term_slug');
}

/**
 * Changes the given fields of a category or tag. A new name leaves the slug as it is.
 * @throws ServiceError `…-not-found` 404; rest_invalid_param, also for a parent that would close a cycle;
 * term_exists 400; duplicate_term_slug 409
 */
export async function updateTerm(
  kind: TermKind,
  id: number,
  input: TermInput,
  context: Context,
): Promise<TermRecord> {
  const values = await checkTerm(kind, input, await needTerm(kind, { id }, context), context);
  return writeTerms(context, kind, async (transaction) => {
    const { db } = transaction;
    const current = await lockTerm(db, kind, id);
    await transaction.assertPrecondition();
    const { slug, ...given } = values;
    const changed: TermRecord = {
      ...current,
      ...given,
      slug: slug === undefined ? current.slug : slugOf(slug, id),
    };
    if (changed.parentId !== current.parentId) await assertParent(db, changed.parentId, id);
    await assertNameFree(db, kind, changed.name, changed.parentId, id);
    if (changed.slug !== current.slug) await assertSlugFree(db, kind, changed.slug, id);
    const row = { name: changed.name, name_key: nameKey(changed.name), slug: changed.slug };
    const set = { ...row, description: changed.description, parent_id: changed.parentId };
    await db.updateTable('term').set(set).where('id', '=', id).execute();
    return changed;
  });
}
