import { encodeGlobalId } from '../../lib/global-id.ts';
import { CATEGORY_PAGES, pageAddress, TAG_PAGES } from '../../lib/page-addresses.ts';
import { load } from '../../platform/cache/loaders.ts';
import { assertMayManageTerms } from '../access/policy.ts';
import { connectionFields } from '../content/connection.resolvers.ts';
import type { Context } from '../context/context.ts';
import type {
  Category,
  CategoryConnection,
  CategoryConnectionResolvers,
  CategoryResolvers,
  Tag,
  TagConnection,
  TagConnectionResolvers,
  TagResolvers,
  TermUrls,
} from '../generated/schema.ts';
import type { CompleteResolvers, ComputedFields, WithComputed } from '../resource/complete.ts';
import { type Authorize, onRecord, type Resource, targetOf } from '../resource/resource.ts';
import { createTerm, deleteTerm, updateTerm } from './term.commands.ts';
import type { TermKind } from './term.entity.ts';
import { termEntities } from './term.entity.ts';
import { checkTerm } from './term.input.ts';
import { slugPath, termById } from './term.loaders.ts';
import { checkTermList, listChildren, listTerms, requireTerm } from './term.queries.ts';
import type { TermPage, TermRecord } from './term.record.ts';

const COLLECTIONS = { category: 'categories', tag: 'tags' } as const;

/** REST URLs, below the root of the request. */
function termUrls(term: TermRecord, { urls }: Context): TermUrls {
  const collection = `${urls.rest}/${COLLECTIONS[term.kind]}`;
  return {
    self: `${collection}/${term.id}`,
    collection,
    up: term.parentId === 0 ? null : `${collection}/${term.parentId}`,
  };
}

const shared = {
  databaseId: ({ id }: TermRecord) => id,
  eventCount: ({ count }: TermRecord) => count,
  urls: termUrls,
  links: (term: TermRecord, context: Context) => {
    const { self, collection, up } = termUrls(term, context);
    return { self: [{ href: self }], collection: [{ href: collection }], up: up ? [{ href: up }] : [] };
  },
};

const computedTagFields = {
  ...shared,
  url: (tag: TermRecord, { urls }: Context) => urls.site + pageAddress(TAG_PAGES, tag.slug),
} satisfies ComputedFields<TermRecord, TagResolvers>;

const computedCategoryFields = shared satisfies ComputedFields<TermRecord, CategoryResolvers>;

const authorizeTermCreation: Authorize<void> = async ({ caller }) => assertMayManageTerms(caller);
/** Checks the rights before the existence of the term. */
const authorizeTermChange =
  (kind: TermKind): Authorize<TermRecord> =>
  async (context, target) => {
    assertMayManageTerms(context.caller);
    return requireTerm(context, kind, target);
  };

/** Without `events`, which domain/events/ resolves. */
const tagResolvers: CompleteResolvers<
  Omit<Tag, 'events'>,
  WithComputed<TermRecord, typeof computedTagFields>,
  TagResolvers
> = {};

const categoryResolvers: CompleteResolvers<
  Omit<Category, 'events'>,
  WithComputed<TermRecord, typeof computedCategoryFields>,
  CategoryResolvers
> = {
  url: async (category, _args, context) =>
    context.urls.site + pageAddress(CATEGORY_PAGES, ...(await slugPath(context, category))),
  parent: (category, _args, context) =>
    category.parentId ? load(context, termById, category.parentId) : null,
  children: (category, args, context) => listChildren(context, category, args),
};

export const resource: Resource = {
  entities: termEntities,
  queries: {
    categories: {
      check: (context, args, checks, owner) => checkTermList(context, 'category', args, checks, owner),
      run: (context, args) => listTerms(context, 'category', args),
    },
    category: { run: (context, { by }) => requireTerm(context, 'category', targetOf(by)) },
    tags: {
      check: (context, args, checks) => checkTermList(context, 'tag', args, checks),
      run: (context, args) => listTerms(context, 'tag', args),
    },
    tag: { run: (context, { by }) => requireTerm(context, 'tag', targetOf(by)) },
  },
  mutations: {
    createCategory: {
      authorize: authorizeTermCreation,
      check: (context, { input }, checks) => checkTerm(context, 'category', input, null, checks),
      run: async (context, { input }) => ({ category: await createTerm(context, 'category', input) }),
    },
    updateCategory: onRecord(authorizeTermChange('category'), {
      check: (context, { input }, checks, term) => checkTerm(context, 'category', input, term, checks),
      run: async (context, { input }, term) => ({
        category: await updateTerm(context, 'category', term, input),
      }),
    }),
    deleteCategory: onRecord(authorizeTermChange('category'), {
      run: async (context, _args, { id }) => ({
        category: await deleteTerm(context, 'category', id),
        deletedId: encodeGlobalId('Category', id),
      }),
    }),
    createTag: {
      authorize: authorizeTermCreation,
      check: (context, { input }, checks) => checkTerm(context, 'tag', input, null, checks),
      run: async (context, { input }) => ({ tag: await createTerm(context, 'tag', input) }),
    },
    updateTag: onRecord(authorizeTermChange('tag'), {
      check: (context, { input }, checks, term) => checkTerm(context, 'tag', input, term, checks),
      run: async (context, { input }, term) => ({ tag: await updateTerm(context, 'tag', term, input) }),
    }),
    deleteTag: onRecord(authorizeTermChange('tag'), {
      run: async (context, _args, { id }) => ({
        tag: await deleteTerm(context, 'tag', id),
        deletedId: encodeGlobalId('Tag', id),
      }),
    }),
  },
  computed: { Category: computedCategoryFields, Tag: computedTagFields },
  resolvers: {
    CategoryConnection: connectionFields satisfies CompleteResolvers<
      CategoryConnection,
      TermPage,
      CategoryConnectionResolvers
    >,
    TagConnection: connectionFields satisfies CompleteResolvers<
      TagConnection,
      TermPage,
      TagConnectionResolvers
    >,
    Category: categoryResolvers,
    Tag: tagResolvers,
  },
};
