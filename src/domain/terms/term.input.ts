import { sql } from 'kysely';
import { BadValue, invalidParams } from '../../lib/errors.ts';
import { isSluggable } from '../../lib/slug.ts';
import { cleanHtml, isInvisible, plainText } from '../../lib/text.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Context } from '../context/context.ts';
import type { UpdateCategoryInput } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import type { TermRecord } from './term.record.ts';
import { idOfCategory } from './term.refs.ts';

/** The input fields of categories and tags; tags have no parent. */
export type TermInput = UpdateCategoryInput;

/** Checked values; absent values stay unchanged. */
interface TermValues {
  name?: string;
  description?: string;
  /** As in the input; {@link slugOf} creates the slug from it. */
  slug?: string;
  parentId?: number;
}

/** In characters; the same as in schema.graphql. */
export const MAX_NAME_LENGTH = 200;

/** Cleans a name. @throws BadValue for an empty or too long name */
export function checkName(text: string): string {
  const name = plainText(text);
  if (isInvisible(name)) throw new BadValue('must not be empty', 'rest_too_short');
  if (name.length > MAX_NAME_LENGTH)
    throw new BadValue(`must be at most ${MAX_NAME_LENGTH} characters long`, 'rest_too_long');
  return name;
}

function checkTermSlug(text: string, current: TermRecord | null): string {
  if (plainText(text) === '') throw new BadValue('must not be empty', 'rest_too_short');
  if (current && text !== current.slug && !isSluggable(text))
    throw new BadValue('must contain a letter or digit that can be used in a URL');
  return text;
}

/** @throws BadValue for an unknown category, the term itself, or one of its descendants */
async function checkParent(db: ReadDb, parentId: number, id: number | null): Promise<number> {
  if (parentId === 0) return 0;
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_id from term where id = ${parentId} and taxonomy = ${TAXONOMIES.category}
      union
      select term.id, term.parent_id from above join term on term.id = above.parent_id
    )
    select id from above`.execute(db);
  if (rows.length === 0) throw new BadValue('there is no category with this id');
  if (rows.some((row) => row.id === id)) throw new BadValue('a category cannot be below itself');
  return parentId;
}

/**
 * Checks the fields of a create (no `current`) or an update.
 * @throws ServiceError rest_invalid_param with all problems
 */
export async function checkTerm(
  context: Context,
  kind: TermKind,
  input: TermInput,
  current: TermRecord | null,
  checks = new Checks(),
): Promise<TermValues> {
  const values: TermValues = {};
  const { name, slug, description, parent } = input;
  if (typeof name === 'string')
    await checks.run('name', () => Object.assign(values, { name: checkName(name) }));
  else if (!current) checks.add('name', 'must not be null', 'rest_invalid_type');
  if (typeof slug === 'string')
    await checks.run('slug', () => Object.assign(values, { slug: checkTermSlug(slug, current) }));
  if (description !== undefined) values.description = cleanHtml(description ?? '');
  if (kind === 'category' && parent !== undefined)
    await checks.run('parent', async () => {
      const parentId = parent ? await idOfCategory(context, parent) : 0;
      values.parentId = await checkParent(context.db, parentId, current?.id ?? null);
    });
  checks.assertValid();
  return values;
}

/**
 * Checks the parent again under the lock that excludes other changes of terms.
 * @throws ServiceError rest_invalid_param
 */
export async function assertParent(db: ReadDb, parentId: number, id: number | null): Promise<void> {
  try {
    await checkParent(db, parentId, id);
  } catch (error) {
    throw error instanceof BadValue
      ? invalidParams({ parent: { message: error.message, code: error.code } })
      : error;
  }
}
