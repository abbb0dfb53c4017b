import type { Resource } from '../records/resource.ts';
import { idempotencyEntities } from './idempotency.entity.ts';

/** Keys are no part of the schema: they come with requests. */
export const resource: Resource = { entities: idempotencyEntities, resolvers: {} };
