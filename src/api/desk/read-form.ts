import type { Request, Response } from 'express';
import { ServiceError } from '../../lib/errors.ts';
import { MAX_PICTURE_BYTES } from '../../lib/pictures.ts';
import { readBytes, textOf } from '../http/read-body.ts';
import { type MultipartForm, readMultipart } from '../http/read-multipart.ts';

/** The longest form: texts of 200,000 characters, and what else belongs to an event. */
const MAX_TEXT_BYTES = 2_000_000;
const MAX_FIELDS = 500;

const MAX_SIGN_IN_BYTES = 10_000;

async function readTexts(req: Request, res: Response, limit: number): Promise<MultipartForm> {
  const text = textOf(req, await readBytes(req, res, limit));
  // Counted before they are read: a million empty fields take half a minute.
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw new ServiceError('rest_invalid_body');
  return { fields: [...new URLSearchParams(text)], file: null };
}

/**
 * Reads a posted form.
 * @throws ServiceError payload_too_large 413, rest_invalid_body 400
 */
export function readForm(req: Request, res: Response): Promise<MultipartForm> {
  return req.is('multipart/form-data')
    ? readMultipart(req, res, {
        maxFileBytes: MAX_PICTURE_BYTES,
        maxFields: MAX_FIELDS,
        maxFieldBytes: MAX_TEXT_BYTES,
        maxTextBytes: MAX_TEXT_BYTES,
      })
    : readTexts(req, res, MAX_TEXT_BYTES);
}

/** Reads the form of the sign-in, which any client may send. @throws ServiceError as {@link readForm} */
export const readSignIn = (req: Request, res: Response): Promise<MultipartForm> =>
  readTexts(req, res, MAX_SIGN_IN_BYTES);
