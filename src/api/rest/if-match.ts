import type { Context } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { namesTag, tagOf } from '../http/etag.ts';
import { indented } from './respond/send.ts';

/**
 * Checks `If-Match` of a change or deletion against what a GET of the same address would answer (RFC 9110,
 * 13.1.1). It runs inside the transaction, once the record is locked, so that only one of several writers
 * with the same tag succeeds.
 * @param read makes the answer to GET
 * @returns a check that throws precondition_failed 412
 */
export const ifMatch =
  (header: string, read: (context: Context) => Promise<{ text: string }>) =>
  async (context: Context): Promise<void> => {
    const text = await read(context).then(
      (answer) => answer.text,
      (error: unknown) => {
        // There is no record at the address that could match.
        if (error instanceof ServiceError) return null;
        throw error;
      },
    );
    const isNamed = (answer: string): boolean => namesTag(header, tagOf(answer), true);
    // The client may have read it with `_pretty`.
    if (text === null || !(isNamed(text) || isNamed(indented(text))))
      throw new ServiceError('precondition_failed');
  };
