import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorRow, isAboutRecord } from '../../../../lib/errors.ts';
import type { Failure } from '../../../contract/bounds.ts';
import type { Binding, Operation } from '../../../contract/types.ts';
import type { Components, Node } from './components.ts';
import { ERROR, PROBLEM } from './error-schemas.ts';

/** Codes that only GraphQL, or the administration of users, can answer. */
const ELSEWHERE = /^(user-|webhook-|application-password-|query_|untrusted_)/;

/** Whether a code is about the change feed. */
const isAboutChanges = (code: string): boolean => code.startsWith('change_feed_');

/** The statuses of failures that a binding can answer. */
export function failuresOf(
  { operation, bodyParams, pathParam, status }: Binding,
  hasTrash: boolean,
): number[] {
  const statuses = [400, 401, 403];
  if (pathParam || (operation.reply === 'LIST' && hasTrash)) statuses.push(404);
  if (bodyParams.length > 0) statuses.push(409, 413, 415);
  const isDelete = operation.kind === 'mutation' && bodyParams.length === 0;
  if (isDelete && hasTrash) statuses.push(410);
  if (operation.kind === 'mutation' && pathParam) statuses.push(412);
  if (status === 201) statuses.push(410, 422);
  return [...statuses.sort((a, b) => a - b), 503];
}

/** The part of an operation on which its failures depend. */
type ResponseSubject = Pick<Operation, 'record' | 'reply'> & { creates?: boolean };

/**
 * The possible failures with a status: those about this kind of record, and those about no kind of record.
 */
function meanings(status: number, { record, reply, creates = false }: ResponseSubject): Failure[] {
  const isPage = (code: string): boolean => code.endsWith('-archive-page-not-found');
  const concerns = (code: string): boolean => {
    if (ELSEWHERE.test(code)) return false;
    if (isAboutChanges(code)) return record === 'Change';
    if (code === 'rest_invalid_namespace') return record === 'Namespace';
    // Nothing is made and deleted by one operation.
    if (status === 410 && isAboutRecord(code) === creates) return false;
    if (!isAboutRecord(code)) return true;
    return (
      code.startsWith(`${record.toLowerCase()}-`) && (status !== 404 || isPage(code) === (reply === 'LIST'))
    );
  };
  const rows: [string, ErrorRow][] = Object.entries(ERRORS);
  return rows
    .filter(([code, [of]]) => of === status && concerns(code))
    .map(([code, [, message, as]]) => ({ code: as ?? code, message }));
}

/** The shared response of a failure with one status. */
export function failureResponse(status: number, subject: ResponseSubject, components: Components): Node {
  const meant = meanings(status, subject);
  const codes = meant.map(({ code }) => code);
  const reason = STATUS_CODES[status] ?? String(status);
  // Operations on one kind of record share the responses with codes about it; all operations share the
  // others.
  const isOwn = codes.some((code) => isAboutRecord(code) || isAboutChanges(code));
  const about = isOwn || subject.record === 'Namespace' ? subject.record : '';
  const page = about && status === 404 && subject.reply === 'LIST' ? 'Page' : '';
  const name = `${about}${page}${reason.replaceAll(/\W/g, '')}`;
  return components.use('responses', name, () => ({
    description: `${reason}. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    content: {
      'application/json': {
        schema: components.use('schemas', 'Error', () => ERROR),
        examples: Object.fromEntries(
          meant.map((failure) => [failure.code, { value: errorExample(failure, status) }]),
        ),
      },
      'application/problem+json': { schema: components.use('schemas', 'Problem', () => PROBLEM) },
    },
  }));
}

function errorExample({ code, message }: Failure, status: number): Node {
  if (code === 'rest_missing_callback_param')
    return { code, message: `${message}: title`, data: { status, params: ['title'] } };
  if (code === 'term_exists') return { code, message, data: { status, term_id: 5 } };
  if (code !== 'rest_invalid_param') return { code, message, data: { status } };
  const problem = 'must be at least 1';
  return {
    code,
    message: `${message}: page`,
    data: {
      status,
      params: { page: problem },
      details: { page: { code: 'rest_out_of_bounds', message: problem, data: { param: 'page' } } },
    },
  };
}
