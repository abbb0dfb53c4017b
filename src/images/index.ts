import type { Resource } from '../records/resource.ts';
import { imageFields } from './image.fields.ts';

export { checkImage, type ImageChoice, storeImage } from './image.input.ts';
export { type ImageRecord, imageById } from './image.record.ts';

/** Images have no operations of their own: they come with events, venues and organizers. */
export const resource: Resource = { resolvers: { Image: imageFields }, authorize: {} };
