import type { Node } from './components.ts';

const ERROR_DATA: Node = {
  type: 'object',
  required: ['status'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    params: {
      description: 'Failing parameters: messages by name, or a list of the names of missing ones.',
      anyOf: [
        { type: 'object', additionalProperties: { type: 'string' } },
        { type: 'array', items: { type: 'string' } },
      ],
    },
    details: {
      description: 'Failing parameters with a machine-readable code each; an empty list when there are none.',
      anyOf: [
        { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } },
        { type: 'array', items: {}, maxItems: 0 },
      ],
    },
    term_id: {
      type: 'integer',
      description: 'With `term_exists`: the id of the category or tag that exists already.',
    },
  },
  additionalProperties: true,
};

/** The body of every error. */
export const ERROR: Node = {
  type: 'object',
  description: 'An error. The code is stable; the message is for people.',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'What went wrong, for programs.' },
    message: { type: 'string', description: 'What went wrong, for people.' },
    data: ERROR_DATA,
  },
};

/** The body of an error for callers that ask for problem details. */
export const PROBLEM: Node = {
  type: 'object',
  description: 'The same error as RFC 9457 problem details, for `Accept: application/problem+json`.',
  required: ['title', 'status', 'code', 'message'],
  properties: {
    type: { type: 'string', description: 'Kind of problem.' },
    title: { type: 'string', description: 'What went wrong, in short.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong this time.' },
    code: { type: 'string', description: 'The same code as in `Error`.' },
    message: { type: 'string', description: 'The same as `detail`, under the name that it has in `Error`.' },
  },
  additionalProperties: true,
};
