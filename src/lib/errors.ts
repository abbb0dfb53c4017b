import { PLURALS, RECORD_KINDS, type RecordKind } from './kinds.ts';

/** `as`: the code that callers see, of one that they know with another status. */
export type ErrorRow = readonly [status: number, message: string, as?: 'rest_no_route' | 'rest_forbidden'];

/** What can go wrong with a record of any kind: `<kind>-<case>`. KIND and PLURAL stand for its name in messages. */
const OF_RECORDS = {
  'not-found': [404, 'There is no KIND with this id or slug.'],
  'not-accessible': [403, 'You may not read this KIND.'],
  'is-in-trash': [410, 'The KIND is in the trash already; use force=true to erase it.'],
  'archive-page-not-found': [404, 'The list of PLURAL has no such page.'],
} as const satisfies Record<string, ErrorRow>;

const ofRecords = RECORD_KINDS.flatMap((kind) =>
  Object.entries(OF_RECORDS).map(([what, [status, message]]): [string, ErrorRow] => [
    `${kind}-${what}`,
    [status, message.replace('KIND', kind).replace('PLURAL', PLURALS[kind])],
  ]),
);
// `fromEntries` does not know that these are the names.
const RECORD_ERRORS = Object.fromEntries(ofRecords) as Record<
  `${RecordKind}-${keyof typeof OF_RECORDS}`,
  ErrorRow
>;

/**
 * Everything that can go wrong for a caller: code -> HTTP status and message (rules#errors). Errors are
 * thrown anywhere below, and translated once by REST and once by GraphQL. Nothing that is not in this table leaves the
 * process.
 */
export const ERRORS = {
  rest_no_route: [404, 'No route matches this address and method.'],
  rest_no_method: [405, 'This method is not available at this address.', 'rest_no_route'],
  rest_method_not_allowed: [405, 'This method is not available at this address.'],
  rest_invalid_namespace: [404, 'The namespace does not exist here.'],
  rest_invalid_json: [400, 'The body is announced as JSON but is not valid JSON.'],
  rest_invalid_body: [400, 'The body cannot be read in the announced content type.'],
  rest_missing_callback_param: [400, 'Missing parameter(s)'],
  rest_invalid_param: [400, 'Invalid parameter(s)'],
  rest_login_needed: [
    401,
    'This needs a login: send an application password with HTTP Basic authentication.',
    'rest_forbidden',
  ],
  rest_forbidden: [403, 'You are not allowed to do that.'],
  incorrect_password: [401, 'The login or the application password is not right.'],
  invalid_token: [401, 'The bearer token is not valid here.'],
  ...RECORD_ERRORS,
  'category-not-found': [404, 'There is no event category with this id or slug.'],
  'tag-not-found': [404, 'There is no event tag with this id or slug.'],
  term_exists: [400, 'A term with this name already exists.'],
  duplicate_term_slug: [409, 'Another term has this slug.'],
  'user-exists': [409, 'A user with this login exists already.'],
  'user-not-found': [404, 'There is no user with this login or id.'],
  'webhook-not-found': [404, 'There is no webhook with this id.'],
  'webhook-message-not-found': [404, 'There is no message of this webhook with this id.'],
  'application-password-not-found': [404, 'There is no such application password.'],
  ids_used_up: [409, 'Nothing can be created: no ids are left, and who runs the service has to make room.'],
  conflict: [409, 'The request conflicts with the present state of the record.'],
  precondition_failed: [412, 'The record has changed since the version named by If-Match.'],
  invalid_idempotency_key: [400, 'An Idempotency-Key has 1 to 255 characters of ASCII.'],
  idempotency_key_reused: [
    422,
    'The Idempotency-Key came with another request before: a new request takes a new key.',
  ],
  idempotency_answer_erased: [
    410,
    'What this Idempotency-Key made, or something that its answer showed, has been erased since; nothing is made again.',
  ],
  change_feed_position_gone: [410, 'The change feed cannot go on from this position.'],
  bad_request: [400, 'This is not an HTTP request that can be understood.'],
  headers_too_large: [431, 'The headers of the request are too large.'],
  request_timeout: [408, 'The request was not complete in time.'],
  payload_too_large: [413, 'The body is too large.'],
  unsupported_media_type: [415, 'The content type of the body is not supported.'],
  too_many_requests: [429, 'Too many requests.'],
  untrusted_document: [400, 'Only the documents that this service was started with are run here.'],
  query_too_complex: [400, 'The query is too deep or asks for too much.'],
  answer_too_large: [400, 'The answer would be too large; ask for fewer records, or for fewer fields.'],
  client_closed_request: [499, 'The client hung up before it was answered.'],
  internal_server_error: [500, 'Something went wrong on our side.'],
  service_unavailable: [503, 'The database cannot be reached at the moment.'],
} as const satisfies Record<string, ErrorRow>;

/** Codes of Apollo for requests that are not operations yet, and their statuses. */
export const REQUEST_ERRORS: Readonly<Record<string, number>> = {
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_REQUEST: 400,
  BAD_USER_INPUT: 400,
  OPERATION_RESOLUTION_FAILURE: 400,
  PERSISTED_QUERY_NOT_FOUND: 404,
};

export type ErrorCode = keyof typeof ERRORS;

/** What GraphQL calls errors (`enum ErrorCode`), by their status. */
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
/** The same for errors whose status says too little. */
const OWN_GRAPHQL_CODES = {
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
type GraphqlCode = ValueOf<typeof GRAPHQL_CODES> | ValueOf<typeof OWN_GRAPHQL_CODES>;
const BY_CODE: { readonly [Code in ErrorCode]?: GraphqlCode } = OWN_GRAPHQL_CODES;
const BY_STATUS: Readonly<Record<number, GraphqlCode>> = GRAPHQL_CODES;
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

const ABOUT_RECORDS = new RegExp(`^(${[...RECORD_KINDS, 'category', 'tag'].join('|')})-`);
/** Whether a code is about one kind of record, whose name it begins with. */
export const isAboutRecord = (code: string): boolean => ABOUT_RECORDS.test(code);

/**
 * One failing parameter: its message, and a machine-readable code where there is one (`data.details` in
 * REST).
 */
export interface Problem {
  message: string;
  code?: string;
  /** The message of GraphQL, where that has another remedy. */
  inGraphql?: string;
}

/**
 * Failing parameters by GraphQL argument path (`startDate`, `input.venue`), translated to
 * names of REST where REST answers.
 */
export type Problems = Record<string, Problem>;

/** After this many seconds the reason may be gone. */
export const RETRY_SECONDS = 5;
/** Most problems in one answer: a caller with more to correct sends the request again. */
export const MAX_PROBLEMS = 20;
const MAX_NAME = 100;
const MAX_PROBLEM = 300;
const MAX_MESSAGE = 500;

/**
 * A text that may come from the caller, as messages show it: they are never much longer than a sentence,
 * whatever was sent.
 */
export const shortened = (text: string, most = MAX_MESSAGE): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

function boundedProblems(problems: Problems): Problems {
  const all = Object.entries(problems).slice(0, MAX_PROBLEMS);
  return Object.fromEntries(
    all.map(([name, problem]) => [
      shortened(name, MAX_NAME),
      {
        ...problem,
        message: shortened(problem.message, MAX_PROBLEM),
        ...(problem.inGraphql && { inGraphql: shortened(problem.inGraphql, MAX_PROBLEM) }),
      },
    ]),
  );
}

export const isOurFault = (status: number): boolean => status >= 500;

interface ErrorExtras {
  /** HTTP status in place of the table's, where a library has one that says more. */
  status?: number;
  message?: string;
  problems?: Problems;
  /** Names of missing parameters, for `rest_missing_callback_param`. */
  missing?: string[];
  /** A sentence that helps, after the list of what is missing. */
  hint?: string | undefined;
  /** More members of `data`, for example `term_id`. */
  data?: Record<string, unknown>;
  cause?: unknown;
  /** Why a bearer token is not accepted. */
  refusedToken?: string;
}

/** An error meant for the caller. Everything in it may be shown. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly problems: Problems | undefined;
  readonly missing: string[] | undefined;
  readonly hint: string | undefined;
  readonly data: Record<string, unknown> | undefined;
  /** Why the bearer token of the request is not accepted. */
  readonly refusedToken: string | undefined;

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    const [status, message, as]: ErrorRow = ERRORS[code];
    super(shortened(extras.message ?? message), { cause: extras.cause });
    this.name = 'ServiceError';
    this.code = as ?? code;
    this.status = extras.status ?? status;
    this.problems = extras.problems && boundedProblems(extras.problems);
    this.missing = extras.missing;
    this.hint = extras.hint;
    this.data = extras.data;
    this.refusedToken = extras.refusedToken;
  }

  /** What GraphQL calls it. */
  get graphqlCode(): GraphqlCode {
    return BY_CODE[this.code] ?? BY_STATUS[this.status] ?? 'BAD_REQUEST';
  }

  /** Whether the caller should log in. */
  get asksForLogin(): boolean {
    return this.status === 401;
  }

  /** Whether the caller lacks a right, or the login that might give it. */
  get isRefusal(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** Whether what was requested does not exist. */
  get isAbsence(): boolean {
    return this.status === 404;
  }

  /** Whether the database cannot be reached, or the service has too much to do. */
  get isUnavailable(): boolean {
    return this.status === 503;
  }

  /** After how many seconds trying again may help; undefined where nothing changes by itself. */
  get retryAfter(): number | undefined {
    return this.status === 503 || this.status === 429 ? RETRY_SECONDS : undefined;
  }
}

/**
 * Thrown while one value is read or checked; code that knows the name of the parameter turns it into {@link
 * Problems}.
 */
export class BadValue extends Error {
  readonly code: string;
  /** The message of GraphQL, where that has another remedy. */
  readonly inGraphql: string | undefined;
  constructor(message: string, code = 'rest_invalid_value', inGraphql?: string) {
    super(message);
    this.name = 'BadValue';
    this.code = code;
    this.inGraphql = inGraphql;
  }
}

/** All failing parameters in one error: `rest_invalid_param`, 400. */
export const invalidParams = (problems: Problems): ServiceError =>
  new ServiceError('rest_invalid_param', { problems });
