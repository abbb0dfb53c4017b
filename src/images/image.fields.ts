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
  extension: (image: ImageRecord): string => extensionOf(image.url),
};
