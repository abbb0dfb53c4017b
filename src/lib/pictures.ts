/** Paths of stored pictures, relative to the site's address. The name is a hash, so the content never changes. */
export const PICTURES = '/images/';
/** The maximum widths of the two versions, in pixels. */
export const WIDE = 1_600;
export const NARROW = 640;

/** The maximum size of an uploaded picture. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** The maximum length of the text in place of a picture, in characters. */
export const MAX_ALT_LENGTH = 1_000;

/** An uploaded picture. */
export interface PictureUpload {
  readonly bytes: Buffer;
  /** Text in place of the picture, for example for screen readers. Plain text. */
  readonly alt: string;
}

const HASH = '[0-9a-f]{64}';
const NARROW_END = `-${NARROW}.webp`;
const NAME = new RegExp(`^(?<hash>${HASH})(?<narrow>-${NARROW})?\\.webp$`);

/** The path of the wide version. */
export const pictureAddress = (hash: string): string => `${PICTURES}${hash}.webp`;

/** The picture and version in the name of a file; null for other names. */
export function readPictureName(name: string): { hash: string; isNarrow: boolean } | null {
  const { hash, narrow } = NAME.exec(name)?.groups ?? {};
  return hash === undefined ? null : { hash, isNarrow: narrow !== undefined };
}

/** The hash in the URL of a picture of the site, in its wide version; null for other URLs. */
export function pictureHashIn(site: string, url: string): string | null {
  const start = `${site}${PICTURES}`;
  const name = url.startsWith(start) ? readPictureName(url.slice(start.length)) : null;
  return name && !name.isNarrow ? name.hash : null;
}

/**
 * The `srcset` of an image; null if it has only one version.
 * @param image its width is null if it is stored elsewhere
 */
export const sourceSet = ({
  url,
  width = null,
}: {
  url: string;
  width?: number | null | undefined;
}): string | null =>
  width === null || width <= NARROW
    ? null
    : `${url.replace(/\.webp$/, NARROW_END)} ${NARROW}w, ${url} ${width}w`;
