import type { Resource } from '../resource/resource.ts';
import { webhookEntities } from './webhook.entity.ts';

/** Webhooks are managed at the command line. */
export const resource: Resource = { entities: webhookEntities, resolvers: {} };
