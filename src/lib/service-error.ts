import { ServiceError } from './errors.ts';
import { property } from './object.ts';

/** An error and, recursively, its causes. */
function* causes(error: unknown, levels = 8): Generator<unknown> {
  if (levels === 0 || typeof error !== 'object' || error === null) return;
  yield error;
  const inner = property(error, 'errors');
  for (const next of [
    property(error, 'cause'),
    property(error, 'originalError'),
    property(error, 'previous'),
    // graphql-js stores thrown values here that it does not recognize as an Error, such as those of another realm.
    property(error, 'thrownValue'),
    ...(Array.isArray(inner) ? inner : []),
  ])
    yield* causes(next, levels - 1);
}

/** The message of the root cause, without the SQL statement that libraries prepend. */
export const reasonOf = (error: unknown): string =>
  String(property([...causes(error)].at(-1) ?? error, 'message') ?? error);

/** Node's codes for failed or broken connections. */
const NETWORK = /^(ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN|E(HOST|NET)UNREACH)$/;
/**
 * PostgreSQL's codes: no connection (class 08), out of resources such as connections or disk (53), shutting down or
 * starting up (57P0x), database missing (3D000), the service's own login refused (class 28), read-only server during a
 * failover (25006); timeouts of a statement (57014), a lock (55P03), an idle transaction (25P03) and a transaction
 * (25P04).
 */
const POSTGRES = /^(08\w{3}|53\d{3}|57P0\d|3D000|28\w{3}|25006|57014|55P03|25P0[34])$/;
/** Messages of pg errors without a code. */
const MESSAGE = new RegExp(
  [
    'Connection terminated',
    'timeout expired',
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
  ].join('|'),
);

/** Whether the database is temporarily unreachable or unable to work, so that a retry may help. */
export function isUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    const code = property(cause, 'code');
    const message = property(cause, 'message');
    // PostgreSQL reports a closed or refused connection as FATAL, with various codes.
    if (property(cause, 'severity') === 'FATAL') return true;
    if (typeof code === 'string' && (NETWORK.test(code) || POSTGRES.test(code))) return true;
    // The socket of a local server during its restart.
    if (code === 'ENOENT' && property(cause, 'syscall') === 'connect') return true;
    if (typeof message === 'string' && MESSAGE.test(message)) return true;
  }
  return false;
}

/** PostgreSQL's code for an exhausted sequence. */
const SEQUENCE_EXHAUSTED = '2200H';

/** Whether no ids are left for new records. */
export const isOutOfIds = (error: unknown): boolean =>
  [...causes(error)].some((cause) => property(cause, 'code') === SEQUENCE_EXHAUSTED);

/** Messages for PostgreSQL errors whose cause the caller should know, by code. */
const MESSAGES: Readonly<Record<string, string>> = {
  '53100': 'The database cannot store anything at the moment: its disk is full.',
  '57014':
    'The database did not finish this within its statement time limit, and nothing was stored. Send it again when the database is less busy.',
};
function messageOf(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    const code = property(cause, 'code');
    if (typeof code === 'string' && Object.hasOwn(MESSAGES, code)) return MESSAGES[code];
  }
  return undefined;
}

/**
 * Converts an error to one that the caller may see: a ServiceError itself, else a ServiceError without details.
 * @param report logs the original error
 */
export function serviceError(error: unknown, report: (error: unknown) => void): ServiceError {
  if (error instanceof ServiceError) return error;
  // Express throws it for an invalid percent-encoding.
  if (error instanceof URIError) return new ServiceError('rest_no_route');
  report(error);
  if (isOutOfIds(error)) return new ServiceError('ids_used_up', { cause: error });
  const message = messageOf(error);
  return new ServiceError(isUnavailable(error) ? 'service_unavailable' : 'internal_server_error', {
    cause: error,
    ...(message !== undefined && { message }),
  });
}
