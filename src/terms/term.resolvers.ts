import { assertMayManageTerms } from '../access/policy.ts';
import type { CategoryList, CategoryListResolvers, TagList, TagListResolvers } from '../generated/schema.ts';
import type { Complete } from '../records/complete.ts';
import { pageFields } from '../records/page.ts';
import { type Authorize, onRecord, type Resource } from '../records/resource.ts';
import { createTerm, updateTerm } from './term.commands.ts';
import { deleteTerm } from './term.delete.ts';
import type { TermKind } from './term.entity.ts';
import { termEntities } from './term.entity.ts';
import { categoryFields, tagFields } from './term.fields.ts';
import { checkTerm } from './term.input.ts';
import type { TermPage, TermRecord } from './term.record.ts';
import { categoryConditions, listCategories, listTags, needTerm, tagConditions } from './terms.query.ts';

const create: Authorize<void> = async ({ caller }) => assertMayManageTerms(caller);
/** The right comes before the question whether there is such a term. */
const change =
  (kind: TermKind): Authorize<TermRecord> =>
  async (context, target) => {
    assertMayManageTerms(context.caller);
    return needTerm(kind, target, context);
  };

/** Categories and tags in the schema. */
export const resource: Resource = {
  entities: termEntities,
  queries: {
    categories: {
      check: (context, args, checks) => categoryConditions(args, context, checks),
      run: (context, args) => listCategories(args, context),
    },
    category: { run: (context, target) => needTerm('category', target, context) },
    tags: {
      check: (context, args, checks) => tagConditions(args, context, checks),
      run: (context, args) => listTags(args, context),
    },
    tag: { run: (context, target) => needTerm('tag', target, context) },
  },
  mutations: {
    createCategory: {
      authorize: create,
      check: (context, { input }, checks) => checkTerm('category', input, null, context, checks),
      run: (context, { input }) => createTerm('category', input, context),
    },
    updateCategory: onRecord(change('category'), {
      check: (context, { input }, checks, term) => checkTerm('category', input, term, context, checks),
      run: (context, { input }, term) => updateTerm('category', term, input, context),
    }),
    deleteCategory: onRecord(change('category'), {
      run: (context, _args, { id }) => deleteTerm('category', id, context),
    }),
    createTag: {
      authorize: create,
      check: (context, { input }, checks) => checkTerm('tag', input, null, context, checks),
      run: (context, { input }) => createTerm('tag', input, context),
    },
    updateTag: onRecord(change('tag'), {
      check: (context, { input }, checks, term) => checkTerm('tag', input, term, context, checks),
      run: (context, { input }, term) => updateTerm('tag', term, input, context),
    }),
    deleteTag: onRecord(change('tag'), {
      run: (context, _args, { id }) => deleteTerm('tag', id, context),
    }),
  },
  resolvers: {
    CategoryList: { categories: (page) => [...page.rows], ...pageFields } satisfies Complete<
      CategoryList,
      TermPage,
      CategoryListResolvers
    >,
    TagList: { tags: (page) => [...page.rows], ...pageFields } satisfies Complete<
      TagList,
      TermPage,
      TagListResolvers
    >,
    Category: categoryFields,
    Tag: tagFields,
  },
};
