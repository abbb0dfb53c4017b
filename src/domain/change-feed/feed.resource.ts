import type { Resource } from '../resource/resource.ts';
import { feedEntities } from './feed.entity.ts';

/** The change feed is not part of the schema. */
export const resource: Resource = { entities: feedEntities, resolvers: {} };
