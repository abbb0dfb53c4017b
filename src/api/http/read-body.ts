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
 * Reads and decompresses the body of a request; sends `100 Continue` if the client expects it. Refuses a body above the
 * limit as early as possible, then receives and drops the rest, so that the client reads the response.
 * @param limit in bytes, also after decompression
 * @throws ServiceError payload_too_large 413, unsupported_media_type 415 for an unknown encoding, rest_invalid_body
 * 400 for a body that cannot be decompressed or is incomplete
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
  // pipe() does not destroy the decoder if the client disconnects.
  finished(req, (error) => error && decoder.destroy(error));
  try {
    return await getRawBody(req.pipe(decoder), { limit });
  } finally {
    req.unpipe(decoder);
    // A stream that is destroyed midway may emit another error.
    decoder.on('error', () => {}).destroy();
    // Drops bytes after the compressed data, which would block the next request on the connection.
    req.resume();
  }
}

/**
 * Decodes a body by the charset of its content type, else as UTF-8.
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

/** The charset of a content type, in lower case. */
export const charsetOf = (contentType = ''): string =>
  CHARSET.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
