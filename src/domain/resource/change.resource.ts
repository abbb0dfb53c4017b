import { changeEntities } from '../../platform/cache/change.entity.ts';
import type { Resource } from './resource.ts';

/** Only entities: the change log is not part of the schema. */
export const resource: Resource = { entities: changeEntities, resolvers: {} };
