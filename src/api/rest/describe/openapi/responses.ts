import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorRow, isAboutRecord } from '../../../../lib/errors.ts';
import type { Failure } from '../../../contract/bounds.ts';
import type { Binding, Operation } from '../../../contract/types.ts';
import type { Components, Node } from './components.ts';

const ERROR_DATA_SCHEMA: Node = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    params: {
      description: 'Invalid parameters: messages by name; or a list of the names of missing parameters.',
      anyOf: [
        { type: 'object', additionalProperties: { type: 'string' } },
        { type: 'array', items: { type: 'string' } },
      ],
    },
    details: {
      description: 'A machine-readable code for each invalid parameter; an empty list if there are none.',
      anyOf: [
        { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } },
        { type: 'array', items: {}, maxItems: 0 },
      ],
    },
    term_id: {
      type: 'integer',
      description: 'With `term_exists`: the id of the existing category or tag.',
    },
  },
  additionalProperties: true,
};

const ERROR_SCHEMA: Node = {
  type: 'object',
  description: 'An error. The code is stable; the message may change.',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'Machine-readable code of the error.' },
    message: { type: 'string', description: 'Human-readable message.' },
    data: ERROR_DATA_SCHEMA,
  },
};

const PROBLEM_SCHEMA: Node = {
  type: 'object',
  description: 'The same error as RFC 9457 problem details, for `Accept: application/problem+json`.',
  required: ['title', 'status', 'code', 'message'],
  properties: {
    type: { type: 'string', description: 'Type of the problem.' },
    title: { type: 'string', description: 'Short name of the HTTP status.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'Human-readable message.' },
    code: { type: 'string', description: 'The same code as in `Error`.' },
    message: { type: 'string', description: 'The same as `detail`, under its name in `Error`.' },
  },
  additionalProperties: true,
};

/** Codes that REST never returns. */
const NOT_IN_REST = /^(user-|webhook-|application-password-|query_|untrusted_)/;

const isAboutChanges = (code: string): boolean => code.startsWith('change_feed_');

/** The error statuses of a binding. */
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

/** The part of an operation that determines its errors. */
type ResponseSubject = Pick<Operation, 'record' | 'reply'> & { creates?: boolean };

/** The possible errors with a status: about this kind of record, or about no kind of record. */
function errorsWith(status: number, { record, reply, creates = false }: ResponseSubject): Failure[] {
  const isPage = (code: string): boolean => code.endsWith('-archive-page-not-found');
  const concerns = (code: string): boolean => {
    if (NOT_IN_REST.test(code)) return false;
    if (isAboutChanges(code)) return record === 'Change';
    if (code === 'rest_invalid_namespace') return record === 'Namespace';
    // No operation both creates and deletes.
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

/** The shared response of the errors with one status. */
export function failureResponse(status: number, subject: ResponseSubject, components: Components): Node {
  const failures = errorsWith(status, subject);
  const codes = failures.map(({ code }) => code);
  const reason = STATUS_CODES[status] ?? String(status);
  // Operations on one kind of record share responses with codes about it; all operations share the others.
  const isSpecific = codes.some((code) => isAboutRecord(code) || isAboutChanges(code));
  const about = isSpecific || subject.record === 'Namespace' ? subject.record : '';
  const page = about && status === 404 && subject.reply === 'LIST' ? 'Page' : '';
  const name = `${about}${page}${reason.replaceAll(/\W/g, '')}`;
  return components.use('responses', name, () => ({
    description: `${reason}. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    content: {
      'application/json': {
        schema: components.use('schemas', 'Error', () => ERROR_SCHEMA),
        examples: Object.fromEntries(
          failures.map((failure) => [failure.code, { value: errorExample(failure, status) }]),
        ),
      },
      'application/problem+json': { schema: components.use('schemas', 'Problem', () => PROBLEM_SCHEMA) },
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
