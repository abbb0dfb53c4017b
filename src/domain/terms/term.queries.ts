import { type SqlBool, sql } from 'kysely';
import { ServiceError } from '../../lib/errors.ts';
import { type ListOrder, numberKey, type SortKey, sortPrefix, textKey } from '../content/keyset.ts';
import { pageReader } from '../content/list.ts';
import { type ListName, listName, requestedPage, type SortedList } from '../content/page.ts';
import { alphabeticalKey } from '../content/search.ts';
import { allOf, type Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type {
  CategoryChildrenArgs,
  QueryCategoriesArgs,
  QueryTagsArgs,
  TermOrder,
  TermOrderField,
} from '../generated/schema.ts';
import { type Checks, filterConditions } from '../resource/checks.ts';
import type { Target } from '../resource/resource.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { categoryFilters, tagFilters } from './term.filters.ts';
import { type TermPage, type TermRecord, termColumns } from './term.record.ts';
import { idOfTerm, idsOfTerms } from './term.refs.ts';
import { matchingSlug } from './term.slug.ts';

type TermListArgs = QueryCategoriesArgs & QueryTagsArgs;
type TermFilter = NonNullable<TermListArgs['filter']>;

/** The parent of the listed categories. One statement reads the same list of several parents. */
interface ListScope {
  readonly id: number;
  readonly kind: unknown;
  readonly condition: Condition;
}

async function sortKey(
  context: Context,
  kind: TermKind,
  field: TermOrderField,
  { include }: TermFilter,
): Promise<SortKey | null> {
  switch (field) {
    case 'id':
    case 'term_id':
    case 'none':
      return null;
    case 'slug':
      return textKey(sql`term.slug`, (slug) => sql`${slug} collate "C"`);
    case 'parent':
      return numberKey(sql`term.parent_id`);
    case 'description':
      return textKey(sortPrefix(sql`term.description`), (text) => sql`lower(${text}) collate "C"`);
    case 'count':
      return numberKey(sql`term.event_count`);
    case 'include': {
      if (!include) return ALPHABETICAL;
      const ids = await idsOfTerms(context, kind, include);
      return numberKey(sql`array_position(${ids}::integer[], term.id)`);
    }
    case 'name':
    case 'term_group':
    case 'include_slugs':
      return ALPHABETICAL;
  }
}

const ALPHABETICAL = textKey(sql`term.name_key`, alphabeticalKey);

/** The name and order of a list; by name by default. Equal keys sort by ascending id in both directions. */
async function termList(
  context: Context,
  kind: TermKind,
  args: TermListArgs,
  scope?: ListScope,
): Promise<SortedList & { name: ListName }> {
  const { field = 'name', direction = 'asc' }: Partial<TermOrder> = args.orderBy ?? {};
  const key = await sortKey(context, kind, field, args.filter ?? {});
  const order: ListOrder = { key, direction, id: sql`term.id`, ties: key ? 'asc' : direction };
  return { name: listName(scope ? `${kind} ${scope.id}` : kind, args), order };
}

const conditionsOf = (
  context: Context,
  kind: TermKind,
  filter: TermFilter,
  checks: Checks,
): Promise<Condition[]> =>
  kind === 'category'
    ? filterConditions(context, categoryFilters(filter), filter, checks)
    : filterConditions(context, tagFilters('tag', filter), filter, checks);

/**
 * Adds problems with the arguments of a list to `checks`.
 * @param owner the record that contains the list; undefined for lists of all categories or tags
 * @throws ServiceError rest_invalid_param
 */
export async function checkTermList(
  context: Context,
  kind: TermKind,
  args: TermListArgs,
  checks: Checks,
  owner?: unknown,
): Promise<void> {
  const list = await termList(context, kind, args);
  // The name of a list inside a record is unknown here.
  await requestedPage(context, checks, owner === undefined ? list : { ...list, name: null }, args);
  await conditionsOf(context, kind, args.filter ?? {}, checks);
}

const list = pageReader('term', (db) => db.selectFrom('term').select(termColumns));

/**
 * A page of categories or tags; empty after the last page (rules#lists).
 * @throws ServiceError rest_invalid_param
 */
export async function listTerms(
  context: Context,
  kind: TermKind,
  sent: TermListArgs,
  scope?: ListScope,
): Promise<TermPage> {
  const filter = { ...sent.filter, hideEmpty: sent.filter?.hideEmpty ?? true };
  const args = { ...sent, filter };
  const own = [sql<SqlBool>`term.taxonomy = ${TAXONOMIES[kind]}`, ...(scope ? [scope.condition] : [])];
  return list(context, args, {
    sorted: await termList(context, kind, args, scope),
    condition: async (checks) => allOf([...own, ...(await conditionsOf(context, kind, filter, checks))]),
    ...(scope && { scope }),
  });
}

/** A page of the children of a category, batched with those of its siblings. */
export const listChildren = (
  context: Context,
  { id, childIds }: TermRecord,
  args: CategoryChildrenArgs,
): Promise<TermPage> =>
  listTerms(context, 'category', args, {
    id,
    kind: childIds ?? 'children',
    condition: childIds
      ? sql<SqlBool>`term.id = any(${[...childIds]}::integer[])`
      : sql<SqlBool>`term.parent_id = scope.id`,
  });

/**
 * Finds a term by id, slug (rules#slugs) or name.
 * @throws ServiceError `category-not-found` or `tag-not-found` 404, also for ids of the other kind
 */
export async function requireTerm(context: Context, kind: TermKind, target: Target): Promise<TermRecord> {
  const { slug, name } = target;
  const id = name === undefined ? target.id : ((await idOfTerm(context, kind, { name })) ?? 0);
  const query = context.db
    .selectFrom('term')
    .select(termColumns)
    .where('term.taxonomy', '=', TAXONOMIES[kind]);
  const matching =
    id === undefined
      ? query.where('term.slug', '=', matchingSlug(context, kind, slug ?? ''))
      : query.where('term.id', '=', id);
  const term = await matching.executeTakeFirst();
  if (!term) throw new ServiceError(`${kind}-not-found`);
  return term;
}
