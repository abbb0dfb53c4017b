import type { PageInfo, PageInfoResolvers } from '../generated/schema.ts';
import type { Complete } from '../resource/complete.ts';
import type { Resource } from '../resource/resource.ts';
import { type ListedPage, pageInfoFields } from './page.ts';

/** What the connections of all kinds of records share in the schema. */
export const resource: Resource = {
  entities: [],
  resolvers: {
    PageInfo: pageInfoFields satisfies Complete<PageInfo, ListedPage, PageInfoResolvers>,
  },
};
