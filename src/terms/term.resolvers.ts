import { assertMayManageTerms } from '../access/policy.ts';
import type { CategoryList, CategoryListResolvers, TagList, TagListResolvers } from '../generated/schema.ts';
import type { Complete } from '../records/complete.ts';
import { pageFields } from '../records/page.ts';
import { type Authorize, onRecord, type Resource } from '../records/resource.ts';
import { createTerm, updateTerm } from './term.commands.ts';
import { deleteTerm } from './term.delete.ts';
import type { TermKind } from './term.entity.ts';
import { termEntities } from './term.entity.ts';
import { categoryFields, categoryResolvers, tagFields, tagResolvers } from './term.fields.ts';
import { checkTerm } from './term.input.ts';
import { categoryConditions, listCategories, listTags, needTerm, tagConditions } from './term.queries.ts';
import type { TermPage, TermRecord } from './term.record.ts';

const create: Authorize<void> = async ({ caller }) => assertMayManageTerms(caller);
/** The right comes before the question whether there is such a term. */
const change =
  (kind: TermKind): Authorize<TermRecord> =>
  async (context, target) => {
    assertMayManageTerms(context.caller);
    return needTerm(context, kind, target);
  };

/** Categories and tags in the schema. */
export const resource: Resource = {
  entities: termEntities,
  queries: {
    categories: {
      check: (context, args, checks) => categoryConditions(context, args, checks),
      run: (context, args) => listCategories(context, args),
    },
    category: { run: (context, target) => needTerm(context, 'category', target) },
    tags: {
      check: (context, args, checks) => tagConditions(context, args, checks),
      run: (context, args) => listTags(context, args),
    },
    tag: { run: (context, target) => needTerm(context, 'tag', target) },
  },
  mutations: {
    createCategory: {
      authorize: create,
      check: (context, { input }, checks) => checkTerm(context, 'category', input, null, checks),
      run: (context, { input }) => createTerm(context, 'category', input),
    },
    updateCategory: onRecord(change('category'), {
      check: (context, { input }, checks, term) => checkTerm(context, 'category', input, term, checks),
      run: (context, { input }, term) => updateTerm(context, 'category', term, input),
    }),
    deleteCategory: onRecord(change('category'), {
      run: (context, _args, { id }) => deleteTerm(context, 'category', id),
    }),
    createTag: {
      authorize: create,
      check: (context, { input }, checks) => checkTerm(context, 'tag', input, null, checks),
      run: (context, { input }) => createTerm(context, 'tag', input),
    },
    updateTag: onRecord(change('tag'), {
      check: (context, { input }, checks, term) => checkTerm(context, 'tag', input, term, checks),
      run: (context, { input }, term) => updateTerm(context, 'tag', term, input),
    }),
    deleteTag: onRecord(change('tag'), {
      run: (context, _args, { id }) => deleteTerm(context, 'tag', id),
    }),
  },
  computed: { Category: categoryFields, Tag: tagFields },
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
    Category: categoryResolvers,
    Tag: tagResolvers,
  },
};
