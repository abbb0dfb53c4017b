import type { Image, ImageResolvers } from '../generated/schema.ts';
import type { CompleteResolvers, ComputedFields, WithComputed } from '../resource/complete.ts';
import type { Resource } from '../resource/resource.ts';
import { type ImageRecord, imageEntities } from './image.entity.ts';

/**
 * The file extension in the path of a URL, in lower case and without the dot; empty if there is none
 * (rules#images).
 */
export function extensionOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  return (/[^/]\.([a-z0-9]{1,10})$/i.exec(path)?.[1] ?? '').toLowerCase();
}

const computedImageFields = {
  databaseId: ({ id }: ImageRecord) => id,
  extension: (image: ImageRecord) => extensionOf(image.url),
} satisfies ComputedFields<ImageRecord, ImageResolvers>;

/** Empty: the other fields are stored under their own names. */
const imageResolvers: CompleteResolvers<
  Image,
  WithComputed<ImageRecord, typeof computedImageFields>,
  ImageResolvers
> = {};

/** Images have no operations: responses include them in the records that show them. */
export const resource: Resource = {
  entities: imageEntities,
  computed: { Image: computedImageFields },
  resolvers: { Image: imageResolvers },
};
