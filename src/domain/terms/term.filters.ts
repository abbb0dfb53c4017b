import { type SqlBool, sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import { foldForSearch, likePattern } from '../../lib/text.ts';
import { readableEventId } from '../content/readable-event.ts';
import type { Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { CategoryFilter, EventBy, TagFilter } from '../generated/schema.ts';
import type { Filters } from '../resource/checks.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { nameSortKey, termKey } from './term.record.ts';
import { idOfCategory, idsOfTerms, type TermBy, termExists } from './term.refs.ts';
import { matchingSlug } from './term.slug.ts';

/** Matches the children of a category, or for the id 0 the top level. @throws BadValue for an unknown category */
async function childrenOf(context: Context, by: TermBy): Promise<Condition> {
  const id = await idOfCategory(context, by);
  if (id !== 0 && !(await termExists(context, 'category', id)))
    throw new BadValue(`there is no category with the id ${id}`);
  return sql<SqlBool>`term.parent_id = ${id}`;
}

/** Matches a text in the name, with or without accents, or in the slug. */
function search(text: string): Condition {
  const name = termKey(text);
  if (name === '') throw new BadValue('there is nothing to search for', 'rest_too_short');
  const folded = likePattern(foldForSearch(text));
  return sql<SqlBool>`(
    term.name_key like ${likePattern(name)} or ${nameSortKey} like ${folded} or term.slug like ${folded})`;
}

async function ofEvent(context: Context, by: EventBy): Promise<Condition> {
  const id = await readableEventId(context, by);
  return sql<SqlBool>`term.id in (select term_id from event_term where event_id = ${id})`;
}

/** Matches terms with published events; for categories also events of their descendants (rules#terms). */
function withEvents(kind: TermKind): Condition {
  const isUsed = sql<SqlBool>`term.event_count > 0`;
  if (kind === 'tag') return isUsed;
  return sql<SqlBool>`term.id in (
    with recursive used as (
      select id, parent_id from term where taxonomy = ${TAXONOMIES.category} and ${isUsed}
      union select above.id, above.parent_id from term as above join used on above.id = used.parent_id)
    select id from used)`;
}

/** @param sent the whole filter: `event` has precedence over `post`, another name of the same filter */
export const tagFilters = (kind: TermKind, sent: TagFilter): Filters<TagFilter, Condition> => ({
  search,
  include: async (terms, context) =>
    sql<SqlBool>`term.id = any(${await idsOfTerms(context, kind, terms)}::integer[])`,
  exclude: async (terms, context) =>
    sql<SqlBool>`term.id <> all(${await idsOfTerms(context, kind, terms)}::integer[])`,
  hideEmpty: (hide) => (hide ? withEvents(kind) : null),
  event: (by, context) => ofEvent(context, by),
  post: (by, context) => (sent.event ? null : ofEvent(context, by)),
  slug: (slug, context) => sql<SqlBool>`term.slug = ${matchingSlug(context, kind, slug)}`,
});

export const categoryFilters = (sent: CategoryFilter): Filters<CategoryFilter, Condition> => ({
  ...tagFilters('category', sent),
  parent: (by, context) => childrenOf(context, by),
  isTopLevel: (is) => (is ? sql<SqlBool>`term.parent_id = 0` : sql<SqlBool>`term.parent_id <> 0`),
});
