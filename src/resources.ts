/** Everything the service knows about; a new folder gets one line here. */

export { resource as events } from './events/event.resolvers.ts';
export { resource as idempotency } from './idempotency/idempotency.resource.ts';
export { resource as images } from './images/image.resolvers.ts';
export { resource as changes } from './memory/change.resource.ts';
export { resource as organizers } from './organizers/organizer.resolvers.ts';
export { resource as terms } from './terms/term.resolvers.ts';
export { resource as users } from './users/user.resolvers.ts';
export { resource as venues } from './venues/venue.resolvers.ts';
