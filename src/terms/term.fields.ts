import type { Context } from '../context.ts';
import type { Category, CategoryResolvers, Tag, TagResolvers, TermUrls } from '../generated/schema.ts';
import { CATEGORY_PAGES, pageAddress, TAG_PAGES } from '../kernel/page-addresses.ts';
import type { Complete, Computed, Shown } from '../records/complete.ts';
import { childrenOf, countOf, slugPath, termById } from './term.loaders.ts';
import type { TermRecord } from './term.record.ts';

const COLLECTIONS = { category: 'categories', tag: 'tags' } as const;

/** Addresses in the REST API, below the root that was asked. */
function termUrls(term: TermRecord, { urls }: Context): TermUrls {
  const collection = `${urls.rest}/${COLLECTIONS[term.kind]}`;
  return {
    self: `${collection}/${term.id}`,
    collection,
    up: term.parentId === 0 ? null : `${collection}/${term.parentId}`,
  };
}

const shared = {
  urls: termUrls,
  links: (term: TermRecord, context: Context) => {
    const { self, collection, up } = termUrls(term, context);
    return { self: [{ href: self }], collection: [{ href: collection }], up: up ? [{ href: up }] : [] };
  },
};
const count = (term: TermRecord, _args: unknown, context: Context): Promise<number> | number =>
  term.count ?? countOf(context, term);

export const tagFields = {
  ...shared,
  url: (tag: TermRecord, { urls }: Context) => urls.site + pageAddress(TAG_PAGES, tag.slug),
} satisfies Computed<TermRecord, TagResolvers>;

/** Their `events` are resolved with the events. */
export const tagResolvers: Complete<
  Omit<Tag, 'events'>,
  Shown<TermRecord, typeof tagFields>,
  TagResolvers
> = {
  count,
};

export const categoryFields = shared satisfies Computed<TermRecord, CategoryResolvers>;

export const categoryResolvers: Complete<
  Omit<Category, 'events'>,
  Shown<TermRecord, typeof categoryFields>,
  CategoryResolvers
> = {
  count,
  url: async (category, _args, context) =>
    context.urls.site + pageAddress(CATEGORY_PAGES, ...(await slugPath(context, category))),
  parent: (category, _args, context) =>
    category.parentId === 0 ? null : context.load(termById, category.parentId),
  children: async (category, _args, context) => [...(await context.load(childrenOf, category.id))],
};
