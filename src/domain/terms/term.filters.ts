import { type SqlBool, sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import { foldForSearch, likePattern } from '../../lib/text.ts';
import { mayRead } from '../access/policy.ts';
import { PAGING } from '../content/page.ts';
import type { Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryCategoriesArgs, QueryTagsArgs } from '../generated/schema.ts';
import type { Filter, Filters } from '../resource/checks.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { alphabetical, termKey } from './term.record.ts';
import { matchingSlug } from './term.slug.ts';

type IdsFilter = Filter<readonly number[], Condition>;

/** @throws BadValue for an id that names no category */
async function assertCategory({ db }: Context, id: number): Promise<void> {
  const category = await db
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', TAXONOMIES.category)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!category) throw new BadValue(`there is no category with the id ${id}`);
}

// Ids that no term has are nothing to complain about: lists that clients keep must outlive the terms in them
// (rules#words).
const include: IdsFilter = (ids) => sql<SqlBool>`term.id = any(${[...ids]}::integer[])`;
const exclude: IdsFilter = (ids) => sql<SqlBool>`term.id <> all(${[...ids]}::integer[])`;

/** Text in the name, with or without its accents, or in the slug. */
function search(text: string): Condition {
  const name = termKey(text);
  if (name === '') throw new BadValue('there is nothing to search for', 'rest_too_short');
  const folded = likePattern(foldForSearch(text));
  return sql<SqlBool>`(
    term.name_key like ${likePattern(name)} or ${alphabetical} like ${folded} or term.slug like ${folded})`;
}

/**
 * Terms of one event; an event that the caller may not read counts as unknown, so that nobody can probe for
 * drafts.
 */
async function ofEvent(context: Context, id: number): Promise<Condition> {
  const columns = ['author_id as authorId', 'status'] as const;
  const event = await context.db.selectFrom('event').select(columns).where('id', '=', id).executeTakeFirst();
  if (!event || !mayRead(context.caller, event)) {
    throw new BadValue('there is no event with this id');
  }
  return sql<SqlBool>`term.id in (select term_id from event_term where event_id = ${id})`;
}

/** Terms with published events, or for categories with some in a category below (rules#terms). */
function withEvents(kind: TermKind): Condition {
  const isUsed = sql<SqlBool>`term.event_count > 0`;
  if (kind === 'tag') return isUsed;
  return sql<SqlBool>`term.id in (
    with recursive used as (
      select id, parent_id from term where taxonomy = ${TAXONOMIES.category} and ${isUsed}
      union select above.id, above.parent_id from term as above join used on above.id = used.parent_id)
    select id from used)`;
}

/** @param args decides that `event` wins over `post`, which are two names of one filter */
export const tagFilters = (kind: TermKind, args: QueryTagsArgs): Filters<QueryTagsArgs, Condition> => ({
  ...PAGING,
  order: null,
  orderBy: null,
  search,
  include,
  exclude,
  hideEmpty: (hide) => (hide ? withEvents(kind) : null),
  event: (id, context) => ofEvent(context, id),
  post: typeof args.event === 'number' ? null : (id, context) => ofEvent(context, id),
  slug: (slug, context) => sql<SqlBool>`term.slug = ${matchingSlug(context, kind, slug)}`,
});

export const categoryFilters = (args: QueryCategoriesArgs): Filters<QueryCategoriesArgs, Condition> => ({
  ...tagFilters('category', args),
  parentId: async (id, context) => {
    if (id !== 0) await assertCategory(context, id);
    return sql<SqlBool>`term.parent_id = ${id}`;
  },
});
