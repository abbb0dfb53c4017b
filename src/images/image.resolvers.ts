import type { Resource } from '../records/resource.ts';
import { imageEntities } from './image.entity.ts';
import { imageFields, imageResolvers } from './image.fields.ts';

/** Images have no operations of their own: they come with events, venues and organizers. */
export const resource: Resource = {
  entities: imageEntities,
  computed: { Image: imageFields },
  resolvers: { Image: imageResolvers },
};
