import type { Request, Response } from 'express';
import { ERRORS, ServiceError } from '../../../lib/errors.ts';
import { isObject } from '../../../lib/object.ts';
import { readBytes, textOf } from '../../http/read-body.ts';
import { EMPTY_FORM, type Form, parseForm } from './form.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 32;

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
export const ACCEPTED_TYPES = ['application/json', URLENCODED, MULTIPART] as const;
const NO_BODY: Form = {
  ...EMPTY_FORM,
  hint: 'The request has no body: send the fields as JSON with "Content-Type: application/json", or as a form.',
};
export const NOT_AN_OBJECT = 'The body is JSON, but not an object with fields.';
/** The beginning of a JSON text. A form cannot begin so, because the quotation mark would be encoded. */
const JSON_AS_FORM = /^\s*(?:\{\s*["}]|\[\s*[[{"])/;

/** The media type of the body, without its parameters. */
const mediaType = ({ headers }: Request): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Whether the body is a form, which may contain `_method`. */
export const isForm = (req: Request): boolean => [URLENCODED, MULTIPART].includes(mediaType(req));

/**
 * Reads a JSON, urlencoded or multipart body of at most 1 MiB. Never rejects: `failure` has the error
 * (rest_invalid_json and rest_invalid_body 400, payload_too_large 413, unsupported_media_type 415), so that
 * authorization can come first.
 */
export async function readBody(req: Request, res: Response): Promise<Form> {
  const length = Number(req.headers['content-length'] ?? 0);
  if (!(length > 0) && req.headers['transfer-encoding'] === undefined) return NO_BODY;
  try {
    const type = mediaType(req);
    if (length > MAX_BYTES) throw new ServiceError('payload_too_large');
    const isJson = /[/+]json$/.test(type);
    if (!isJson && type !== URLENCODED && type !== MULTIPART) throw unsupported();
    const bytes = await readBytes(req, res, MAX_BYTES);
    if (type === MULTIPART) return parseForm(await multipart(req, bytes));
    const text = textOf(req, bytes);
    return isJson ? jsonForm(text) : urlencoded(text);
  } catch (error) {
    const failure =
      error instanceof ServiceError ? error : new ServiceError('rest_invalid_body', { cause: error });
    return { ...EMPTY_FORM, failure };
  }
}

/** The message for a file in a form; images are sent by address (rules#images). */
const fileMessage = (name: string): string =>
  name === 'image'
    ? 'Files cannot be uploaded: image. Send the address (http or https) of the image, or the id of a known image.'
    : `Files cannot be uploaded: ${name}. Send text.`;

/** Converts a multipart form to a urlencoded form with the same fields. */
async function multipart({ headers }: Request, bytes: Buffer): Promise<string> {
  const form = await new globalThis.Response(new Uint8Array(bytes), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value !== 'string')
      throw new ServiceError('rest_invalid_body', { message: fileMessage(name) });
    fields.append(name, value);
  }
  return fields.toString();
}

/** Parses a urlencoded form. Detects JSON, since curl sends every body as a form by default. */
function urlencoded(source: string): Form {
  if (!JSON_AS_FORM.test(source)) return source === '' ? NO_BODY : parseForm(source);
  const message =
    'The body looks like JSON, but its Content-Type is a form. Send it with "Content-Type: application/json".';
  throw new ServiceError('rest_invalid_body', { message });
}

function jsonForm(source: string): Form {
  if (source.trim() === '') return NO_BODY;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw new ServiceError('rest_invalid_json', {
      message: `${ERRORS.rest_invalid_json[1].slice(0, -1)}: ${jsonErrorReason(error)}.`,
      data: { json_error_code: 4, json_error_message: 'Syntax error' },
    });
  }
  if (!isNestedAtMost(value, MAX_DEPTH))
    throw new ServiceError('rest_invalid_body', { message: 'The JSON is nested too deeply.' });
  if (!isObject(value)) return { ...EMPTY_FORM, hint: NOT_AN_OBJECT };
  return { values: Object.fromEntries(Object.entries(value)), text: '', failure: null };
}

/** V8's reason for invalid JSON, with the place in the text. */
const jsonErrorReason = (error: unknown): string =>
  (error instanceof Error ? error.message : '')
    .replace(/ in JSON(?= at position)| is not valid JSON$/, '')
    .toWellFormed();

const unsupported = (): ServiceError =>
  new ServiceError('unsupported_media_type', {
    message: `${ERRORS.unsupported_media_type[1]} Send one of ${ACCEPTED_TYPES.join(', ')}.`,
  });

function isNestedAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const inner of Object.values(value)) if (!isNestedAtMost(inner, levels - 1)) return false;
  return true;
}
