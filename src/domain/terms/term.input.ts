import { sql } from 'kysely';
import { BadValue, invalidParams } from '../../lib/errors.ts';
import { makesSlug } from '../../lib/slug.ts';
import { cleanHtml, isInvisible, plainText } from '../../lib/text.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Context } from '../context/context.ts';
import type { UpdateCategoryInput } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import type { TermRecord } from './term.record.ts';
import { idOfCategory } from './term.refs.ts';

/** The fields that the inputs of categories and tags have; tags have no parent. */
export type TermInput = UpdateCategoryInput;

/** Checked values; what is absent stays as it is. */
interface TermValues {
  name?: string;
  description?: string;
  /** As in the input; {@link slugOf} makes the slug of it. */
  slug?: string;
  parentId?: number;
}

/** Longest name, in characters, as in schema.graphql. */
export const MAX_NAME = 200;

/** A name that can be stored. @throws BadValue when nothing is left of it, or it is too long */
export function checkName(text: string): string {
  const name = plainText(text);
  if (isInvisible(name)) throw new BadValue('must not be empty', 'rest_too_short');
  if (name.length > MAX_NAME)
    throw new BadValue(`must be at most ${MAX_NAME} characters long`, 'rest_too_long');
  return name;
}

function checkTermSlug(text: string, current: TermRecord | null): string {
  if (plainText(text) === '') throw new BadValue('must not be empty', 'rest_too_short');
  if (current && text !== current.slug && !makesSlug(text))
    throw new BadValue('has no letter or digit that an address could have');
  return text;
}

/** @throws BadValue when there is no such category, or it is the term itself or below it */
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
 * Checks the fields of a new term (no `current`) or of a change.
 * @throws ServiceError rest_invalid_param naming everything that is wrong
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
  checks.done();
  return values;
}

/**
 * Checks the parent once more, now that a lock keeps other changes of terms away.
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
