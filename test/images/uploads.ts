import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { As, Body } from '../support/words.ts';
import type { World } from '../support/world.ts';

const POST = '/calendar/events/v1/images';
export const BOUNDARY = 'xxBOUNDARYxx';

/** A picture of one color, large enough for both versions. */
export const plain = (width = 2_000, height = 1_000, color = 'teal'): Sharp =>
  sharp({ create: { width, height, channels: 3, background: color } });
export const jpeg = (color?: string): Promise<Buffer> => plain(400, 200, color).jpeg().toBuffer();

const chunk = (type: string, data: Buffer): Buffer => {
  const [length, sum, named] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A PNG whose header promises this size, whatever its data. */
export function png(width: number, height: number, data: Buffer, depth = 8): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, 2, 0, 0, 0], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(data)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

export const filePart = (bytes: Buffer | string, name = 'a.jpg', type = 'image/jpeg'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
export const fieldPart = (name: string, value: string): Buffer =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
export const END = Buffer.from(`--${BOUNDARY}--\r\n`);
export const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export interface Answer {
  status: number;
  body: Body;
  headers: Headers;
}

/** Sends a body to `POST /images`. */
export async function post(
  world: World,
  body: Buffer,
  headers: Record<string, string>,
  as: As = 'administrator',
  query = '',
): Promise<Answer> {
  const response = await fetch(`${world.server.url}${POST}${query}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { ...world.headers(as), ...headers },
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Uploads a file with a form. */
export const upload = (world: World, bytes: Buffer, alt?: string, as?: As): Promise<Answer> =>
  post(
    world,
    Buffer.concat([filePart(bytes), ...(alt === undefined ? [] : [fieldPart('alt', alt)]), END]),
    FORM,
    as,
  );
