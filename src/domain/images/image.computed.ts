import type { Image, ImageResolvers } from '../generated/schema.ts';
import type { Complete, Computed, WithComputed } from '../resource/complete.ts';
import type { ImageRecord } from './image.record.ts';

/**
 * The file extension in the path of an address, in lower case and without the dot; empty when there is none
 * (rules#images).
 */
export function extensionOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  return (/[^/]\.([a-z0-9]{1,10})$/i.exec(path)?.[1] ?? '').toLowerCase();
}

export const computedImageFields = {
  databaseId: ({ id }: ImageRecord) => id,
  extension: (image: ImageRecord) => extensionOf(image.url),
} satisfies Computed<ImageRecord, ImageResolvers>;

/** All other fields are stored under their names. */
export const imageResolvers: Complete<
  Image,
  WithComputed<ImageRecord, typeof computedImageFields>,
  ImageResolvers
> = {};
