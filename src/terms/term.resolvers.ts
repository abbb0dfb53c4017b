import { assertMayManageTerms } from '../access/policy.ts';
import type { Resolvers } from '../generated/schema.ts';
import { pageFields } from '../records/page.ts';
import type { Authorize, Resource } from '../records/resource.ts';
import { createTerm, updateTerm } from './term.commands.ts';
import { deleteTerm } from './term.delete.ts';
import type { TermKind } from './term.entity.ts';
import { termEntities } from './term.entity.ts';
import { categoryFields, tagFields } from './term.fields.ts';
import { listCategories, listTags, needTerm } from './terms.query.ts';

const resolvers: Resolvers = {
  Query: {
    categories: (_root, args, context) => listCategories(args, context),
    category: (_root, target, context) => needTerm('category', target, context),
    tags: (_root, args, context) => listTags(args, context),
    tag: (_root, target, context) => needTerm('tag', target, context),
  },
  Mutation: {
    createCategory: (_root, { input }, context) => createTerm('category', input, context),
    updateCategory: (_root, { id, input }, context) => updateTerm('category', id, input, context),
    deleteCategory: (_root, { id }, context) => deleteTerm('category', id, context),
    createTag: (_root, { input }, context) => createTerm('tag', input, context),
    updateTag: (_root, { id, input }, context) => updateTerm('tag', id, input, context),
    deleteTag: (_root, { id }, context) => deleteTerm('tag', id, context),
  },
  CategoryList: { categories: (page) => [...page.rows], ...pageFields },
  TagList: { tags: (page) => [...page.rows], ...pageFields },
  Category: categoryFields,
  Tag: tagFields,
};

const manage: Authorize = ({ caller }) => assertMayManageTerms(caller);
/** The right comes before the question whether there is such a term. */
const manageOne =
  (kind: TermKind): Authorize =>
  async (context, target) => {
    assertMayManageTerms(context.caller);
    await needTerm(kind, target, context);
  };

export const resource: Resource = {
  entities: termEntities,
  resolvers,
  authorize: {
    'Mutation.createCategory': manage,
    'Mutation.updateCategory': manageOne('category'),
    'Mutation.deleteCategory': manageOne('category'),
    'Mutation.createTag': manage,
    'Mutation.updateTag': manageOne('tag'),
    'Mutation.deleteTag': manageOne('tag'),
  },
};
