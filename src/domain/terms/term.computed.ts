import { pageAddress, TAG_PAGES } from '../../lib/page-addresses.ts';
import type { Context } from '../context/context.ts';
import type { CategoryResolvers, TagResolvers, TermUrls } from '../generated/schema.ts';
import type { Computed } from '../resource/complete.ts';
import type { TermRecord } from './term.record.ts';

const COLLECTIONS = { category: 'categories', tag: 'tags' } as const;

/** Addresses in the REST API, below the root of the request. */
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

export const computedTagFields = {
  ...shared,
  url: (tag: TermRecord, { urls }: Context) => urls.site + pageAddress(TAG_PAGES, tag.slug),
} satisfies Computed<TermRecord, TagResolvers>;

export const computedCategoryFields = shared satisfies Computed<TermRecord, CategoryResolvers>;
