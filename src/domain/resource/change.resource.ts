import { changeEntities } from '../../platform/cache/change.entity.ts';
import type { Resource } from './resource.ts';

/** The change log has entities, but no part of the schema. */
export const resource: Resource = { entities: changeEntities, resolvers: {} };
