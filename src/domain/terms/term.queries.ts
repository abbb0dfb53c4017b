import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { countRows } from '../content/count.ts';
import { requestedPage } from '../content/page.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryCategoriesArgs, QueryTagsArgs, TermOrderBy } from '../generated/schema.ts';
import { type Checks, foldFilters, invalid } from '../resource/checks.ts';
import type { Target } from '../resource/resource.ts';
import { publishedEvents } from './term.counts.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { categoryFilters, tagFilters } from './term.filters.ts';
import { alphabetical, type TermPage, type TermRecord, termColumns } from './term.record.ts';
import { matchingSlug } from './term.slug.ts';

type TermListArgs = QueryCategoriesArgs & QueryTagsArgs;

async function sortKey(
  context: Context,
  orderby: TermOrderBy,
  args: TermListArgs,
): Promise<RawBuilder<unknown>> {
  switch (orderby) {
    case 'id':
    case 'term_id':
    case 'none':
      return sql`term.id`;
    case 'slug':
      return sql`term.slug collate "C"`;
    case 'parent':
      return sql`term.parent_id`;
    case 'description':
      return sql`lower(term.description) collate "C"`;
    case 'count':
      return publishedEvents(context);
    case 'include':
      return args.include ? sql`array_position(${[...args.include]}::integer[], term.id)` : alphabetical;
    case 'name':
    case 'term_group':
    case 'include_slugs':
      return alphabetical;
  }
}

async function termPage(
  context: Context,
  kind: TermKind,
  args: TermListArgs,
  conditions: readonly Condition[],
): Promise<TermPage> {
  const request = requestedPage(context, args);
  const orderby = args.orderby ?? 'name';
  context.dependencies.addLists('term', 'count');
  const inTaxonomy = sql<SqlBool>`term.taxonomy = ${TAXONOMIES[kind]}`;
  const condition = allOf([inTaxonomy, ...conditions]);
  await context.limits.reserve(request.perPage);
  const rows = await context.db.tracked
    .selectFrom('term')
    .select(termColumns)
    .where(condition)
    .orderBy(await sortKey(context, orderby, args), args.order ?? 'asc')
    .orderBy('term.id')
    .limit(request.perPage)
    .offset(request.offset)
    .execute();
  return { rows, size: rows.length, request, count: () => countRows(context, 'term', condition, false) };
}

const hidingEmpty = <A extends QueryTagsArgs>(args: A): A => ({
  ...args,
  hideEmpty: args.hideEmpty ?? true,
});

/** The conditions of a list of categories. @throws ServiceError rest_invalid_param */
export const categoryConditions = (
  context: Context,
  args: QueryCategoriesArgs,
  checks?: Checks,
): Promise<Condition[]> => foldFilters(context, categoryFilters(args), args, checks);

/** The conditions of a list of tags. @throws ServiceError rest_invalid_param */
export const tagConditions = (context: Context, args: QueryTagsArgs, checks?: Checks): Promise<Condition[]> =>
  foldFilters(context, tagFilters('tag', args), args, checks);

/**
 * A page of categories; a page past the end is empty (rules#lists). @throws ServiceError
 * rest_invalid_param
 */
export async function listCategories(context: Context, queryArgs: QueryCategoriesArgs): Promise<TermPage> {
  const args = hidingEmpty(queryArgs);
  return termPage(context, 'category', args, await categoryConditions(context, args));
}

/** A page of tags; a page past the end is empty (rules#lists). @throws ServiceError rest_invalid_param */
export async function listTags(context: Context, queryArgs: QueryTagsArgs): Promise<TermPage> {
  const args = hidingEmpty(queryArgs);
  return termPage(context, 'tag', args, await tagConditions(context, args));
}

/**
 * The term of a kind that an id or a slug (rules#slugs) names.
 * @throws ServiceError `category-not-found` or `tag-not-found` 404, also for ids of the other kind;
 * rest_invalid_param for a target without id and slug
 */
export async function needTerm(context: Context, kind: TermKind, target: Target): Promise<TermRecord> {
  const { id, slug } = target;
  context.dependencies.addLists('term', 'count');
  const query = context.db.tracked
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
