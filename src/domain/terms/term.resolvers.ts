import { nodeIdOf } from '../../lib/node-id.ts';
import { CATEGORY_PAGES, pageAddress } from '../../lib/page-addresses.ts';
import { load } from '../../platform/cache/loaders.ts';
import { assertMayManageTerms } from '../access/policy.ts';
import { connectionFields } from '../content/page.ts';
import type {
  Category,
  CategoryConnection,
  CategoryConnectionResolvers,
  CategoryResolvers,
  Tag,
  TagConnection,
  TagConnectionResolvers,
  TagResolvers,
} from '../generated/schema.ts';
import type { Complete, WithComputed } from '../resource/complete.ts';
import { type Authorize, onRecord, type Resource, targetOf } from '../resource/resource.ts';
import { createTerm, updateTerm } from './term.commands.ts';
import { computedCategoryFields, computedTagFields } from './term.computed.ts';
import { deleteTerm } from './term.delete.ts';
import type { TermKind } from './term.entity.ts';
import { termEntities } from './term.entity.ts';
import { checkTerm } from './term.input.ts';
import { slugPath, termById } from './term.loaders.ts';
import { checkTermList, listChildren, listTerms, needTerm } from './term.queries.ts';
import type { TermPage, TermRecord } from './term.record.ts';

const authorizeTermCreation: Authorize<void> = async ({ caller }) => assertMayManageTerms(caller);
/** The right comes before the question whether there is such a term. */
const authorizeTermChange =
  (kind: TermKind): Authorize<TermRecord> =>
  async (context, target) => {
    assertMayManageTerms(context.caller);
    return needTerm(context, kind, target);
  };

/** Their `events` are resolved with the events. */
const tagResolvers: Complete<
  Omit<Tag, 'events'>,
  WithComputed<TermRecord, typeof computedTagFields>,
  TagResolvers
> = {};

const categoryResolvers: Complete<
  Omit<Category, 'events'>,
  WithComputed<TermRecord, typeof computedCategoryFields>,
  CategoryResolvers
> = {
  url: async (category, _args, context) =>
    context.urls.site + pageAddress(CATEGORY_PAGES, ...(await slugPath(context, category))),
  // Where the id is selected, too, none is null.
  parent: (category, _args, context) =>
    category.parentId ? load(context, termById, category.parentId) : null,
  children: (category, args, context) => listChildren(context, category, args),
};

/** Categories and tags in the schema. */
export const resource: Resource = {
  entities: termEntities,
  queries: {
    categories: {
      check: (context, args, checks, owner) => checkTermList(context, 'category', args, checks, owner),
      run: (context, args) => listTerms(context, 'category', args),
    },
    category: { run: (context, { by }) => needTerm(context, 'category', targetOf(by)) },
    tags: {
      check: (context, args, checks) => checkTermList(context, 'tag', args, checks),
      run: (context, args) => listTerms(context, 'tag', args),
    },
    tag: { run: (context, { by }) => needTerm(context, 'tag', targetOf(by)) },
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
        deletedId: nodeIdOf('Category', id),
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
        deletedId: nodeIdOf('Tag', id),
      }),
    }),
  },
  computed: { Category: computedCategoryFields, Tag: computedTagFields },
  resolvers: {
    CategoryConnection: connectionFields satisfies Complete<
      CategoryConnection,
      TermPage,
      CategoryConnectionResolvers
    >,
    TagConnection: connectionFields satisfies Complete<TagConnection, TermPage, TagConnectionResolvers>,
    Category: categoryResolvers,
    Tag: tagResolvers,
  },
};
