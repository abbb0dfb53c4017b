import { readShownImages } from '../domain/content/shown-images.ts';
import { readableEvents } from '../domain/events/event.queries.ts';
import { eventSelection } from '../domain/events/event.selection.ts';
import type { NodeReaders } from '../domain/nodes/node.resolvers.ts';
import { ORGANIZERS } from '../domain/organizers/index.ts';
import { readShownSeries } from '../domain/series/series.record.ts';
import { readTerms } from '../domain/terms/index.ts';
import { readPasswords } from '../domain/users/user.queries.ts';
import { readUsers } from '../domain/users/user.record.ts';
import { VENUES } from '../domain/venues/index.ts';
import { readDeliveries, readWebhooks } from '../domain/webhooks/webhook.queries.ts';

/** How the records of all types that implement `Node` are read. */
export const NODE_READERS: NodeReaders = {
  ApplicationPassword: readPasswords,
  Category: (context, ids) => readTerms(context, 'category', ids),
  Event: (context, ids, info) => readableEvents(context, ids, eventSelection.of(info)),
  Image: readShownImages,
  Organizer: ORGANIZERS.findReadable,
  Series: readShownSeries,
  Tag: (context, ids) => readTerms(context, 'tag', ids),
  User: readUsers,
  Venue: VENUES.findReadable,
  Webhook: readWebhooks,
  WebhookDelivery: readDeliveries,
};
