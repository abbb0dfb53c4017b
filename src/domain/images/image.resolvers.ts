import type { Resource } from '../resource/resource.ts';
import { computedImageFields, imageResolvers } from './image.computed.ts';
import { imageEntities } from './image.entity.ts';

/** Images have no operations of their own: they come with the records that show them. */
export const resource: Resource = {
  entities: imageEntities,
  computed: { Image: computedImageFields },
  resolvers: { Image: imageResolvers },
};
