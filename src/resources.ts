import { resource as events } from './events/index.ts';
import { resource as images } from './images/index.ts';
import { resource as organizers } from './organizers/index.ts';
import type { Resource } from './records/resource.ts';
import { resource as terms } from './terms/index.ts';
import { resource as users } from './users/index.ts';
import { resource as venues } from './venues/index.ts';

/** Everything the service knows about; a new folder gets one line here. */
export const resources: readonly Resource[] = [events, venues, organizers, terms, images, users];
