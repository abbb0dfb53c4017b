/** Everything the service knows about; a new folder gets one line here, and its types with a `nodeId` one below. */

import { readShownImages } from '../domain/content/shown-images.ts';
import { readableEvents } from '../domain/events/event.queries.ts';
import { eventSelection } from '../domain/events/event.selection.ts';
import { nodeResource } from '../domain/nodes/node.resolvers.ts';
import { ORGANIZERS } from '../domain/organizers/index.ts';
import { readTerms } from '../domain/terms/index.ts';
import { readUsers } from '../domain/users/user.record.ts';
import { VENUES } from '../domain/venues/index.ts';

export { resource as connections } from '../domain/content/connection.resource.ts';
export { resource as events } from '../domain/events/event.resolvers.ts';
export { resource as idempotency } from '../domain/idempotency/idempotency.resource.ts';
export { resource as images } from '../domain/images/image.resolvers.ts';
export { resource as organizers } from '../domain/organizers/organizer.resolvers.ts';
export { resource as changes } from '../domain/resource/change.resource.ts';
export { resource as terms } from '../domain/terms/term.resolvers.ts';
export { resource as users } from '../domain/users/user.resolvers.ts';
export { resource as venues } from '../domain/venues/venue.resolvers.ts';

export const nodes = nodeResource({
  Category: (context, ids) => readTerms(context, 'category', ids),
  Event: (context, ids, info) => readableEvents(context, ids, eventSelection.of(info)),
  Image: readShownImages,
  Organizer: ORGANIZERS.findReadable,
  Tag: (context, ids) => readTerms(context, 'tag', ids),
  User: readUsers,
  Venue: VENUES.findReadable,
});
