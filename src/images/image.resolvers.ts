import type { Resource } from '../records/resource.ts';
import { imageFields } from './image.fields.ts';

/** Images have no operations of their own: they come with events, venues and organizers. */
export const resource: Resource = { resolvers: { Image: imageFields }, authorize: {} };
