import type { IncomingMessage, ServerResponse } from 'node:http';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ServiceError } from '../../lib/errors.ts';
import { readBytes } from './read-body.ts';

/** The file of a form. */
export interface FormFile {
  /** As the client sent it, without folders. */
  readonly name: string;
  /** The content type as the client sent it. The content may be of another type. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** The content of a multipart form, in the order of the form. */
export interface MultipartForm {
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Null without a file; browsers send an empty one without a name if the user selects none. */
  readonly file: FormFile | null;
}

interface MultipartLimits {
  readonly maxFileBytes: number;
  readonly maxFields: number;
  readonly maxFieldBytes: number;
  /** Bytes of all fields together; `maxFields * maxFieldBytes` by default. */
  readonly maxTextBytes?: number;
}

/** Space for the headers of a part, and for the boundary: one for each field, for the file and for the end. */
const PART_BYTES = 2_048;
const MAX_HEADERS = 20;
const MULTIPART = /^\s*multipart\/form-data\s*(?:;|$)/i;

/** Whether the body of a request is a form that may contain files. */
export const isMultipart = ({ headers }: IncomingMessage): boolean =>
  MULTIPART.test(headers['content-type'] ?? '');

const tooLarge = (message: string): ServiceError => new ServiceError('payload_too_large', { message });
const invalid = (message?: string, cause?: unknown): ServiceError =>
  new ServiceError('rest_invalid_body', { ...(message !== undefined && { message }), cause });

/**
 * Reads a `multipart/form-data` body with at most one file, completely and with all limits of {@link readBytes}.
 * @throws ServiceError as readBytes; unsupported_media_type 415 for another type; rest_invalid_body 400 also for an
 * invalid form, two files or too many fields; payload_too_large 413 also for a file or field above its limit
 */
export async function readMultipart(
  req: IncomingMessage,
  res: ServerResponse,
  limits: MultipartLimits,
): Promise<MultipartForm> {
  const { maxFileBytes, maxFields, maxFieldBytes, maxTextBytes } = limits;
  const text = maxTextBytes ?? maxFields * maxFieldBytes;
  const bytes = await readBytes(req, res, maxFileBytes + text + (maxFields + 2) * PART_BYTES);
  return parse(req.headers['content-type'] ?? '', bytes, { ...limits, maxTextBytes: text });
}

function parse(type: string, bytes: Buffer, limits: Required<MultipartLimits>): Promise<MultipartForm> {
  const { maxFileBytes, maxFields, maxFieldBytes, maxTextBytes } = limits;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(error instanceof ServiceError ? error : invalid(undefined, error));
    const fields: [string, string][] = [];
    const files: FormFile[] = [];
    let textBytes = 0;
    let parser: BusboyInstance;
    try {
      parser = new Busboy({
        headers: { 'content-type': type },
        limits: {
          fileSize: maxFileBytes,
          fieldSize: maxFieldBytes,
          fields: maxFields,
          // The empty file of a second input is not a file.
          files: 2,
          headerPairs: MAX_HEADERS,
          headerSize: PART_BYTES,
        },
      });
    } catch (error) {
      fail(error);
      return;
    }
    parser
      .on('field', (name, value, _nameTruncated, isTruncated) => {
        textBytes += Buffer.byteLength(value);
        if (isTruncated) fail(tooLarge(`A field of the form is longer than ${maxFieldBytes} bytes.`));
        else if (textBytes > maxTextBytes)
          fail(tooLarge(`The fields of the form are longer than ${maxTextBytes} bytes.`));
        else fields.push([name ?? '', value]);
      })
      .on('file', (_name, stream, name, _encoding, contentType) => {
        const chunks: Buffer[] = [];
        stream
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('limit', () => fail(tooLarge(`The file is larger than ${maxFileBytes} bytes.`)))
          .on('error', fail)
          .on('end', () => files.push({ name: name ?? '', type: contentType, bytes: Buffer.concat(chunks) }));
      })
      .on('fieldsLimit', () => fail(invalid(`The form has more than ${maxFields} fields.`)))
      .on('filesLimit', () => fail(invalid('The form has more than one file.')))
      .on('error', fail)
      .on('finish', () => {
        const sent = files.filter((file) => file.name !== '' || file.bytes.length > 0);
        if (sent.length > 1) fail(invalid('The form has more than one file.'));
        else resolve({ fields, file: sent[0] ?? null });
      })
      .end(bytes);
  });
}
