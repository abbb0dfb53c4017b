import type { Image, ImageResolvers } from '../generated/schema.ts';
import type { Complete, Computed, Shown } from '../records/complete.ts';
import type { ImageRecord } from './image.record.ts';

/**
 * The extension of the file that an address names, in lower case and without the dot; empty when the path has
 * none (rules#images).
 */
export function extensionOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  return (/[^/]\.([a-z0-9]{1,10})$/i.exec(path)?.[1] ?? '').toLowerCase();
}

export const imageFields = {
  extension: (image: ImageRecord) => extensionOf(image.url),
} satisfies Computed<ImageRecord, ImageResolvers>;

/** Nothing is left to resolve. */
export const imageResolvers: Complete<Image, Shown<ImageRecord, typeof imageFields>, ImageResolvers> = {};
