import { type SqlBool, sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { beginning, type ListOrder, numberKey, type SortKey, textKey } from '../content/keyset.ts';
import { listsOf } from '../content/list.ts';
import { type ListName, listName, requestedPage, type SortedList } from '../content/page.ts';
import { alphabetically } from '../content/search.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryCategoriesArgs, QueryTagsArgs, TermOrderBy } from '../generated/schema.ts';
import { type Checks, foldFilters, invalid } from '../resource/checks.ts';
import type { Target } from '../resource/resource.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { categoryFilters, tagFilters } from './term.filters.ts';
import { type TermPage, type TermRecord, termColumns } from './term.record.ts';
import { matchingSlug } from './term.slug.ts';

type TermListArgs = QueryCategoriesArgs & QueryTagsArgs;

function sortKey(orderBy: TermOrderBy, args: TermListArgs): SortKey | null {
  switch (orderBy) {
    case 'id':
    case 'term_id':
    case 'none':
      return null;
    case 'slug':
      return textKey(sql`term.slug`, (slug) => sql`${slug} collate "C"`);
    case 'parent':
      return numberKey(sql`term.parent_id`);
    case 'description':
      return textKey(beginning(sql`term.description`), (text) => sql`lower(${text}) collate "C"`);
    case 'count':
      return numberKey(sql`term.event_count`);
    case 'include':
      return args.include
        ? numberKey(sql`array_position(${[...args.include]}::integer[], term.id)`)
        : ALPHABETICAL;
    case 'name':
    case 'term_group':
    case 'include_slugs':
      return ALPHABETICAL;
  }
}

const ALPHABETICAL = textKey(sql`term.name_key`, alphabetically);

/** By name unless the arguments say otherwise. What is equal is in the order of ids, whatever the direction. */
function termList(kind: TermKind, args: TermListArgs): SortedList & { name: ListName } {
  const key = sortKey(args.orderBy ?? 'name', args);
  const direction = args.order ?? 'asc';
  const order: ListOrder = { key, direction, id: sql`term.id`, ties: key ? 'asc' : direction };
  return { name: listName(kind, args), order };
}

const hidingEmpty = <A extends QueryTagsArgs>(args: A): A => ({
  ...args,
  hideEmpty: args.hideEmpty ?? true,
});

const conditionsOf = (
  context: Context,
  kind: TermKind,
  args: TermListArgs,
  checks: Checks,
): Promise<Condition[]> =>
  kind === 'category'
    ? foldFilters(context, categoryFilters(args), args, checks)
    : foldFilters(context, tagFilters('tag', args), args, checks);

/** What is wrong with the arguments of a list goes to `checks`. @throws ServiceError rest_invalid_param */
export async function checkTermList(
  context: Context,
  kind: TermKind,
  args: TermListArgs,
  checks: Checks,
): Promise<void> {
  await requestedPage(context, checks, termList(kind, args), args);
  await conditionsOf(context, kind, args, checks);
}

const list = listsOf('term', (db) => db.selectFrom('term').select(termColumns));

/**
 * A page of categories or tags; a page past the end is empty (rules#lists).
 * @throws ServiceError rest_invalid_param
 */
export async function listTerms(context: Context, kind: TermKind, sent: TermListArgs): Promise<TermPage> {
  const args = hidingEmpty(sent);
  const inTaxonomy = sql<SqlBool>`term.taxonomy = ${TAXONOMIES[kind]}`;
  return list(context, args, {
    sorted: termList(kind, args),
    condition: async (checks) => allOf([inTaxonomy, ...(await conditionsOf(context, kind, args, checks))]),
  });
}

/**
 * The term of a kind that an id or a slug (rules#slugs) names.
 * @throws ServiceError `category-not-found` or `tag-not-found` 404, also for ids of the other kind;
 * rest_invalid_param for a target without id and slug
 */
export async function needTerm(context: Context, kind: TermKind, target: Target): Promise<TermRecord> {
  const { id, slug } = target;
  const query = context.db
    .selectFrom('term')
    .select(termColumns)
    .where('term.taxonomy', '=', TAXONOMIES[kind]);
  if (typeof id !== 'number' && typeof slug !== 'string') throw invalid('id', 'an id or a slug is needed');
  const matching =
    typeof id === 'number'
      ? query.where('term.id', '=', id)
      : query.where('term.slug', '=', matchingSlug(context, kind, slug ?? ''));
  const term = await matching.executeTakeFirst();
  if (!term) throw new ServiceError(`${kind}-not-found`);
  return term;
}
