import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import getRawBody from 'raw-body';
import { ERRORS, ServiceError } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';

const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
]);

/**
 * Reads the body of a request, decompressed; tells a client that waits for `100 Continue` to go on. A longer body is
 * refused as soon as that is known; the rest of it is received and dropped, so that the client reads the answer.
 * @param limit in bytes, of what is decompressed as well
 * @throws ServiceError payload_too_large 413, unsupported_media_type 415 for an unknown encoding, rest_invalid_body
 * 400 for what cannot be decompressed or is broken off
 */
export async function readBytes(req: IncomingMessage, res: ServerResponse, limit: number): Promise<Buffer> {
  const length = req.headers['content-length'];
  const encoding = (req.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();
  try {
    return await (encoding === 'identity'
      ? getRawBody(req, { limit, length: length ?? null })
      : decoded(req, encoding, limit));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (property(error, 'status') !== ERRORS.payload_too_large[0])
      throw new ServiceError('rest_invalid_body', { cause: error });
    req.resume();
    throw new ServiceError('payload_too_large');
  }
}

async function decoded(req: IncomingMessage, encoding: string, limit: number): Promise<Buffer> {
  const decoder = DECODERS.get(encoding)?.();
  if (!decoder) throw new ServiceError('unsupported_media_type');
  // A client that disconnects ends nothing but its own stream.
  finished(req, (error) => error && decoder.destroy(error));
  try {
    return await getRawBody(req.pipe(decoder), { limit });
  } finally {
    req.unpipe(decoder);
    // What is destroyed in the middle may complain once more.
    decoder.on('error', () => {}).destroy();
    // What may follow the compressed data has no meaning, but has to arrive before the next request.
    req.resume();
  }
}

/**
 * The text of a body, by the charset of its content type, else UTF-8.
 * @throws ServiceError unsupported_media_type 415 for an unknown charset
 */
export function textOf({ headers }: IncomingMessage, bytes: Buffer): string {
  const charset = charsetOf(headers['content-type']);
  if (charset === 'utf-8') return bytes.toString('utf8').replace(/^\ufeff/, '');
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch (cause) {
    throw new ServiceError('unsupported_media_type', {
      message: `The charset ${charset.slice(0, 100)} is not supported; send UTF-8.`,
      cause,
    });
  }
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** The charset that a content type names, in lower case. */
export const charsetOf = (contentType = ''): string =>
  CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
