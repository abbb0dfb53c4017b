import express, { type Request, type RequestHandler, type Response } from 'express';
import { ServiceError } from '../errors.ts';
import { EMPTY_FORM, type Form, parseForm } from './form.ts';

const LIMIT = { type: () => true, limit: '1mb' };
const readText = express.text(LIMIT);
const readBytes = express.raw(LIMIT);
const DEEPEST = 32;

const run = (parser: RequestHandler, req: Request, res: Response): Promise<void> =>
  new Promise((resolve, reject) => parser(req, res, (error?: unknown) => (error ? reject(error) : resolve())));

const hasBody = ({ headers }: Request): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The media type of the body, without its parameters. */
export const mediaType = ({ headers }: Request): string => (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Whether the body is an HTML form, in which `_method` counts. */
export const isForm = (req: Request): boolean => /^(application\/x-www-form-urlencoded|multipart\/form-data)$/.test(mediaType(req));

/**
 * Reads the body: JSON, urlencoded or multipart form, of at most 1 MiB. Never rejects: what is wrong with it is in
 * `failure` (rest_invalid_json and rest_invalid_body 400, payload_too_large 413, unsupported_media_type 415), so that
 * authorisation can come first.
 */
export async function readBody(req: Request, res: Response): Promise<Form> {
  if (!hasBody(req)) return EMPTY_FORM;
  try {
    const type = mediaType(req);
    if (/[/+]json$/.test(type)) return { values: jsonFields(await text(req, res)), text: '', failure: null };
    if (type === 'application/x-www-form-urlencoded') return parseForm(await text(req, res));
    if (type === 'multipart/form-data') return parseForm(await multipart(req, res));
    throw new ServiceError('unsupported_media_type');
  } catch (error) {
    return { ...EMPTY_FORM, failure: error instanceof ServiceError ? error : unreadable(error) };
  }
}

async function text(req: Request, res: Response): Promise<string> {
  await run(readText, req, res);
  return typeof req.body === 'string' ? req.body : '';
}

/** Fields of a multipart form, as the urlencoded form with the same fields. */
async function multipart(req: Request, res: Response): Promise<string> {
  await run(readBytes, req, res);
  const form = await new globalThis.Response(req.body, { headers: { 'content-type': req.headers['content-type'] ?? '' } }).formData();
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw new ServiceError('rest_invalid_body', { message: `Files cannot be sent: ${name}` });
    fields.append(name, value);
  }
  return fields.toString();
}

/** The members of a JSON object; a list or a single value has no fields. */
function jsonFields(source: string): Record<string, unknown> {
  if (source.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw new ServiceError('rest_invalid_json', { data: { json_error_code: 4, json_error_message: 'Syntax error' } });
  }
  if (!isShallow(value, DEEPEST)) throw new ServiceError('rest_invalid_body', { message: 'The JSON is nested too deeply.' });
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
}

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));

/** Express says by `status` what was wrong with a body. */
function unreadable(error: unknown): ServiceError {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null;
  if (status === 413) return new ServiceError('payload_too_large', { cause: error });
  if (status === 415) return new ServiceError('unsupported_media_type', { cause: error });
  return new ServiceError('rest_invalid_body', { cause: error });
}
