/** Everything the service knows about; a new folder gets one line here, and its types that implement `Node` one in nodes.ts. */

import { nodeResource } from '../domain/nodes/node.resolvers.ts';
import { serviceResource } from '../domain/service/service.resource.ts';
import { subscriptionResource } from '../domain/subscriptions/subscription.resolvers.ts';
import { projectVersion } from '../platform/project-file.ts';
import { NODE_READERS } from './nodes.ts';

export { resource as connections } from '../domain/content/connection.resource.ts';
export { resource as events } from '../domain/events/event.resolvers.ts';
export { resource as idempotency } from '../domain/idempotency/idempotency.resource.ts';
export { resource as images } from '../domain/images/image.resolvers.ts';
export { resource as organizers } from '../domain/organizers/organizer.resolvers.ts';
export { resource as changes } from '../domain/resource/change.resource.ts';
export { resource as series } from '../domain/series/series.resolvers.ts';
export { resource as terms } from '../domain/terms/term.resolvers.ts';
export { resource as users } from '../domain/users/user.resolvers.ts';
export { resource as venues } from '../domain/venues/venue.resolvers.ts';
export { resource as webhooks } from '../domain/webhooks/webhook.resolvers.ts';

export const nodes = nodeResource(NODE_READERS);
export const service = serviceResource(projectVersion());
export const subscriptions = subscriptionResource(NODE_READERS);
