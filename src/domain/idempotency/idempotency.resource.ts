import type { Resource } from '../resource/resource.ts';
import { idempotencyEntities } from './idempotency.entity.ts';

/** Keys are not part of the schema: they come in a header. */
export const resource: Resource = { entities: idempotencyEntities, resolvers: {} };
