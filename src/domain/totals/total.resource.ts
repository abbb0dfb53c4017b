import type { Resource } from '../resource/resource.ts';
import { totalEntities } from './total.entity.ts';

/** Materialized totals are not part of the schema. */
export const resource: Resource = { entities: totalEntities, resolvers: {} };
