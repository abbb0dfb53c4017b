/**
 * All resources of the schema. A new folder of the domain gets a line here, and a reader for each type that implements
 * `Node`.
 */

import { readVisibleImages } from '../domain/content/visible-images.ts';
import { readableEvents } from '../domain/events/event.queries.ts';
import { eventSelection } from '../domain/events/event.selection.ts';
import { type NodeReaders, nodeResource } from '../domain/nodes/node.resolvers.ts';
import { ORGANIZERS } from '../domain/organizers/organizer.directory.ts';
import { readShownSeries } from '../domain/series/series.record.ts';
import { serviceResource } from '../domain/service/service.resource.ts';
import { subscriptionResource } from '../domain/subscriptions/subscription.resolvers.ts';
import { readTerms } from '../domain/terms/index.ts';
import { readPasswords } from '../domain/users/user.queries.ts';
import { readUsers } from '../domain/users/user.record.ts';
import { VENUES } from '../domain/venues/venue.directory.ts';
import { readDeliveries, readWebhooks } from '../domain/webhooks/webhook.queries.ts';
import { projectVersion } from '../platform/project-file.ts';

export { resource as sessions } from '../domain/authentication/session.resource.ts';
export { resource as connections } from '../domain/content/connection.resolvers.ts';
export { resource as events } from '../domain/events/event.resolvers.ts';
export { resource as idempotency } from '../domain/idempotency/idempotency.resource.ts';
export { resource as images } from '../domain/images/image.resolvers.ts';
export { resource as organizers } from '../domain/organizers/organizer.resolvers.ts';
export { resource as changes } from '../domain/resource/change.resource.ts';
export { resource as series } from '../domain/series/series.resolvers.ts';
export { resource as terms } from '../domain/terms/term.resolvers.ts';
export { resource as uploads } from '../domain/uploads/upload.resource.ts';
export { resource as users } from '../domain/users/user.resolvers.ts';
export { resource as venues } from '../domain/venues/venue.resolvers.ts';
export { resource as webhooks } from '../domain/webhooks/webhook.resolvers.ts';

/** Reads the records of each type that implements `Node`. */
const NODE_READERS: NodeReaders = {
  ApplicationPassword: readPasswords,
  Category: (context, ids) => readTerms(context, 'category', ids),
  Event: (context, ids, info) => readableEvents(context, ids, eventSelection.get(info)),
  Image: readVisibleImages,
  Organizer: ORGANIZERS.findReadable,
  Series: readShownSeries,
  Tag: (context, ids) => readTerms(context, 'tag', ids),
  User: readUsers,
  Venue: VENUES.findReadable,
  Webhook: readWebhooks,
  WebhookDelivery: readDeliveries,
};

export const nodes = nodeResource(NODE_READERS);
export const service = serviceResource(projectVersion());
export const subscriptions = subscriptionResource(NODE_READERS);
