import type { Resource } from '../records/resource.ts';
import { changeEntities } from './change.entity.ts';

/** The log of changes is not part of the schema. */
export const resource: Resource = { entities: changeEntities, resolvers: {} };
