import { PLURALS, RECORD_KINDS, type RecordKind } from './kinds.ts';

/** `as`: the code that callers see, if it is a code of the specification with another status. */
export type ErrorRow = readonly [status: number, message: string, as?: 'rest_no_route' | 'rest_forbidden'];

/** Errors about records of any kind; the code is `<kind>-<case>`. KIND and PLURAL in messages are replaced. */
const OF_RECORDS = {
  'not-found': [404, 'There is no KIND with this id or slug.'],
  'not-accessible': [403, 'You may not read this KIND.'],
  'is-in-trash': [410, 'The KIND is already in the trash; use force=true to erase it.'],
  'archive-page-not-found': [404, 'The list of PLURAL has no such page.'],
} as const satisfies Record<string, ErrorRow>;

const ofRecords = RECORD_KINDS.flatMap((kind) =>
  Object.entries(OF_RECORDS).map(([what, [status, message]]): [string, ErrorRow] => [
    `${kind}-${what}`,
    [status, message.replace('KIND', kind).replace('PLURAL', PLURALS[kind])],
  ]),
);
// `fromEntries` loses the type of the keys.
const RECORD_ERRORS = Object.fromEntries(ofRecords) as Record<
  `${RecordKind}-${keyof typeof OF_RECORDS}`,
  ErrorRow
>;

/**
 * All errors for callers: code -> HTTP status and message (rules#errors). Any layer may throw them; REST and GraphQL
 * translate them, each in one place. No error outside of this table leaves the process.
 */
export const ERRORS = {
  rest_no_route: [404, 'No route matches this address and method.'],
  rest_no_method: [405, 'This method is not available at this address.', 'rest_no_route'],
  rest_method_not_allowed: [405, 'This method is not available at this address.'],
  rest_invalid_namespace: [404, 'The namespace does not exist here.'],
  rest_invalid_json: [400, 'The Content-Type is JSON, but the body is not valid JSON.'],
  rest_invalid_body: [
    400,
    'The body cannot be read. Check that it is complete and matches its Content-Type.',
  ],
  rest_missing_callback_param: [400, 'Missing parameter(s)'],
  rest_invalid_param: [400, 'Invalid parameter(s)'],
  rest_login_needed: [
    401,
    'This needs a login: send an application password with HTTP Basic authentication.',
    'rest_forbidden',
  ],
  rest_forbidden: [403, 'You are not allowed to do that.'],
  incorrect_password: [401, 'Wrong username or application password.'],
  invalid_token: [401, 'The bearer token is not valid here.'],
  ...RECORD_ERRORS,
  'category-not-found': [404, 'There is no event category with this id or slug.'],
  'tag-not-found': [404, 'There is no event tag with this id or slug.'],
  term_exists: [400, 'A term with this name already exists.'],
  duplicate_term_slug: [409, 'Another term has this slug.'],
  'user-exists': [409, 'A user with this login already exists.'],
  'user-not-found': [404, 'There is no user with this login or id.'],
  'webhook-not-found': [404, 'There is no webhook with this id.'],
  'webhook-message-not-found': [404, 'There is no message of this webhook with this id.'],
  'application-password-not-found': [404, 'There is no such application password.'],
  ids_used_up: [409, 'Nothing can be created: no ids are left. Contact the operator of the service.'],
  conflict: [409, 'The request conflicts with the current state of the record.'],
  precondition_failed: [
    412,
    'The record has changed since the version in If-Match. Read it again, then repeat the request.',
  ],
  invalid_idempotency_key: [400, 'An Idempotency-Key must have 1 to 255 ASCII characters.'],
  idempotency_key_reused: [
    422,
    'This Idempotency-Key was already used for another request. Use a new key for a new request.',
  ],
  idempotency_answer_erased: [
    410,
    'A record in the response to this Idempotency-Key was erased. To repeat the request, use a new key.',
  ],
  change_feed_position_gone: [410, 'The change feed cannot continue from this position.'],
  bad_request: [400, 'The request is not valid HTTP.'],
  headers_too_large: [431, 'The request headers are too large.'],
  request_timeout: [408, 'The request was not complete in time.'],
  payload_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The content type of the body is not supported.'],
  too_many_requests: [429, 'Too many requests.'],
  untrusted_document: [400, 'This service runs only the GraphQL documents that it was started with.'],
  query_too_complex: [400, 'The query is too deep or requests too much.'],
  answer_too_large: [400, 'The response would be too large; request fewer records or fewer fields.'],
  client_closed_request: [499, 'The client closed the connection before the response was sent.'],
  internal_server_error: [500, 'Something went wrong on our side.'],
  service_unavailable: [503, 'The database cannot be reached at the moment.'],
} as const satisfies Record<string, ErrorRow>;

/** Statuses of Apollo's codes for invalid requests, before an operation runs. */
export const REQUEST_ERRORS: Readonly<Record<string, number>> = {
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_REQUEST: 400,
  BAD_USER_INPUT: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  PERSISTED_QUERY_NOT_FOUND: 404,
};

export type ErrorCode = keyof typeof ERRORS;

/** GraphQL codes (`enum ErrorCode`) by status. */
const GRAPHQL_CODES = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'CONFLICT',
  412: 'CONFLICT',
  422: 'BAD_USER_INPUT',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'UNAVAILABLE',
} as const;
/** GraphQL codes of errors with an ambiguous status. */
const SPECIFIC_GRAPHQL_CODES = {
  term_exists: 'CONFLICT',
  query_too_complex: 'QUERY_TOO_COMPLEX',
  answer_too_large: 'QUERY_TOO_COMPLEX',
  untrusted_document: 'UNTRUSTED_DOCUMENT',
  bad_request: 'BAD_REQUEST',
  rest_invalid_json: 'BAD_REQUEST',
  rest_invalid_body: 'BAD_REQUEST',
  invalid_idempotency_key: 'BAD_REQUEST',
} as const satisfies { readonly [Code in ErrorCode]?: string };

type ValueOf<T> = T[keyof T];
type GraphqlCode = ValueOf<typeof GRAPHQL_CODES> | ValueOf<typeof SPECIFIC_GRAPHQL_CODES>;
const BY_CODE: { readonly [Code in ErrorCode]?: GraphqlCode } = SPECIFIC_GRAPHQL_CODES;
const BY_STATUS: Readonly<Record<number, GraphqlCode>> = GRAPHQL_CODES;
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

const RECORD_CODE = new RegExp(`^(${[...RECORD_KINDS, 'category', 'tag'].join('|')})-`);
/** Whether a code begins with the name of a kind of record or term. */
export const isAboutRecord = (code: string): boolean => RECORD_CODE.test(code);

/** The message of an invalid parameter, and its machine-readable code if it has one (`data.details` in REST). */
export interface Problem {
  message: string;
  code?: string;
  /** The message in GraphQL, if the remedy differs there. */
  graphqlMessage?: string;
}

/** Invalid parameters by GraphQL argument path (`startDate`, `input.venue`); REST translates the paths to its names. */
export type Problems = Record<string, Problem>;

/** Default of Retry-After, in seconds. */
export const RETRY_SECONDS = 5;
/** Maximum number of problems in one response. */
export const MAX_PROBLEMS = 20;
const MAX_NAME = 100;
const MAX_PROBLEM = 300;
const MAX_MESSAGE = 500;

/** Truncates a text that may contain input of the caller, for use in a message. */
export const truncate = (text: string, most = MAX_MESSAGE): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

function boundedProblems(problems: Problems): Problems {
  const all = Object.entries(problems).slice(0, MAX_PROBLEMS);
  return Object.fromEntries(
    all.map(([name, problem]) => [
      truncate(name, MAX_NAME),
      {
        ...problem,
        message: truncate(problem.message, MAX_PROBLEM),
        ...(problem.graphqlMessage && { graphqlMessage: truncate(problem.graphqlMessage, MAX_PROBLEM) }),
      },
    ]),
  );
}

export const isServerError = (status: number): boolean => status >= 500;

interface ErrorExtras {
  /** Replaces the status of the table with the more specific status of a library. */
  status?: number;
  message?: string;
  problems?: Problems;
  /** Names of missing parameters, for `rest_missing_callback_param`. */
  missing?: string[];
  /** A sentence with help, shown after the missing parameters. */
  hint?: string | undefined;
  /** More members of `data`, for example `term_id`. */
  data?: Record<string, unknown>;
  cause?: unknown;
  /** Why the bearer token is refused. */
  tokenError?: string;
}

/** An error for the caller. Its content is public. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly problems: Problems | undefined;
  readonly missing: string[] | undefined;
  readonly hint: string | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly tokenError: string | undefined;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    const [status, message, as]: ErrorRow = ERRORS[code];
    super(truncate(extras.message ?? message), { cause: extras.cause });
    this.name = 'ServiceError';
    this.code = as ?? code;
    this.status = extras.status ?? status;
    this.problems = extras.problems && boundedProblems(extras.problems);
    this.missing = extras.missing;
    this.hint = extras.hint;
    this.data = extras.data;
    this.tokenError = extras.tokenError;
  }

  get graphqlCode(): GraphqlCode {
    return BY_CODE[this.code] ?? BY_STATUS[this.status] ?? 'BAD_REQUEST';
  }

  get requiresLogin(): boolean {
    return this.status === 401;
  }

  /** Whether the caller lacks a right or a login. */
  get isAccessDenied(): boolean {
    return this.status === 401 || this.status === 403;
  }

  get isNotFound(): boolean {
    return this.status === 404;
  }

  /** Whether the database cannot be reached or the service is overloaded. */
  get isUnavailable(): boolean {
    return this.status === 503;
  }

  /** Seconds after which a retry may succeed; undefined if a retry does not help. */
  get retryAfter(): number | undefined {
    return this.status === 503 || this.status === 429 ? RETRY_SECONDS : undefined;
  }
}

/**
 * Thrown for one invalid value; code that knows the name of the parameter converts it to {@link Problems}.
 */
export class BadValue extends Error {
  readonly code: string;
  /** The message in GraphQL, if the remedy differs there. */
  readonly graphqlMessage: string | undefined;
  constructor(message: string, code = 'rest_invalid_value', graphqlMessage?: string) {
    super(message);
    this.name = 'BadValue';
    this.code = code;
    this.graphqlMessage = graphqlMessage;
  }
}

/** One error for all invalid parameters: `rest_invalid_param`, 400. */
export const invalidParams = (problems: Problems): ServiceError =>
  new ServiceError('rest_invalid_param', { problems });
