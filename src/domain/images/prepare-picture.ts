import { createHash } from 'node:crypto';
import type { Sharp, SharpConstructor } from 'sharp';
import { invalidParams, ServiceError } from '../../lib/errors.ts';
import { MAX_PICTURE_BYTES, NARROW, WIDE } from '../../lib/pictures.ts';
import { Semaphore } from '../../lib/semaphore.ts';

const MAX_PIXELS = 50_000_000;
/** The decoder of AVIF takes 18 bytes for a pixel. */
const MAX_AVIF_PIXELS = 20_000_000;
/** Memory of the decoded picture, which some decoders need at once. */
const MAX_DECODED_BYTES = 200_000_000;
/** WebP allows 16,383 pixels. */
const MAX_HEIGHT = 3 * WIDE;
const QUALITY = 80;
const TIMEOUT_S = 20;

/** Pictures that are prepared at the same time by a process. */
const slots = new Semaphore(1, { maxQueue: 8, maxWaitMs: 30_000 });

export interface PreparedPicture {
  /** SHA-256 of the wide version, in hex. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly wide: Buffer;
  readonly narrow: Buffer;
}

/** The readers of libvips that may run; all others are blocked. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`);

/** Loads libvips with the first picture: it takes about 25 MB. */
let loading: Promise<SharpConstructor> | undefined;
function loadSharp(): Promise<SharpConstructor> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: READERS });
    return sharp;
  });
  return loading;
}

const isAt = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** Whether the content begins as a picture of an accepted type. Names and declared types do not count. */
function isPicture(bytes: Buffer): boolean {
  if (isAt(bytes, 0, '\xff\xd8\xff') || isAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return true;
  if (isAt(bytes, 0, 'RIFF')) return isAt(bytes, 8, 'WEBP');
  return isAt(bytes, 4, 'ftypavif') || isAt(bytes, 4, 'ftypavis');
}

const damaged = (cause: unknown): ServiceError =>
  new ServiceError('rest_invalid_param', {
    problems: { file: { message: 'the picture is damaged or incomplete' } },
    cause,
  });
const tooManyPixels = (most: number): ServiceError =>
  new ServiceError('payload_too_large', {
    message: `The picture has too many pixels. Its type may have at most ${most / 1_000_000} megapixels.`,
  });

/**
 * Converts an uploaded picture to its two versions: upright, in sRGB, without metadata, never enlarged; only the first
 * image of an animation.
 * @throws ServiceError payload_too_large 413, also for too many pixels; unsupported_media_type 415 for content of
 * another type; rest_invalid_param 400 for a damaged picture; service_unavailable 503 if too many wait
 */
export async function preparePicture(bytes: Buffer, signal?: AbortSignal): Promise<PreparedPicture> {
  if (bytes.length > MAX_PICTURE_BYTES)
    throw new ServiceError('payload_too_large', {
      message: `The picture is larger than ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`,
    });
  if (bytes.length === 0)
    throw invalidParams({ file: { message: 'must be a picture: JPEG, PNG, WebP or AVIF' } });
  if (!isPicture(bytes))
    throw new ServiceError('unsupported_media_type', {
      message: 'The file is not a picture of an accepted type: JPEG, PNG, WebP or AVIF.',
    });
  return slots.run(() => convert(bytes), { signal });
}

async function convert(bytes: Buffer): Promise<PreparedPicture> {
  const sharp = await loadSharp();
  try {
    await checkHeader(sharp(bytes, { limitInputPixels: false }));
    const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true });
    const { data: wide, info } = await webp(source.autoOrient(), MAX_HEIGHT, WIDE).toBuffer({
      resolveWithObject: true,
    });
    const narrow = info.width <= NARROW ? wide : await webp(sharp(wide), MAX_HEIGHT, NARROW).toBuffer();
    const hash = createHash('sha256').update(wide).digest('hex');
    return { hash, width: info.width, height: info.height, wide, narrow };
  } catch (error) {
    throw error instanceof ServiceError ? error : damaged(error);
  }
}

/** Checks the size in the header, before anything is decoded. */
async function checkHeader(source: Sharp): Promise<void> {
  const { width, height, channels, depth, compression, format } = await source.metadata();
  if (format === 'heif' && compression !== 'av1') throw new ServiceError('unsupported_media_type');
  const bytesPerPixel = channels * (depth === 'uchar' ? 1 : 2);
  const most = Math.min(
    format === 'heif' ? MAX_AVIF_PIXELS : MAX_PIXELS,
    Math.floor(MAX_DECODED_BYTES / bytesPerPixel),
  );
  if (width * height > most) throw tooManyPixels(most);
}

const webp = (source: Sharp, height: number, width: number): Sharp =>
  source
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .webp({ quality: QUALITY, effort: 4 })
    .timeout({ seconds: TIMEOUT_S });
