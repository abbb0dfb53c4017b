import { ServiceError } from './errors.ts';
import { property } from './object.ts';

/** An error and everything it was made from. */
function* causes(error: unknown, levels = 8): Generator<unknown> {
  if (levels === 0 || typeof error !== 'object' || error === null) return;
  yield error;
  const inner = property(error, 'errors');
  for (const next of [
    property(error, 'cause'),
    property(error, 'originalError'),
    property(error, 'previous'),
    // What graphql-js keeps of a thrown value that it does not take for an Error, such as one of another realm.
    property(error, 'thrownValue'),
    ...(Array.isArray(inner) ? inner : []),
  ])
    yield* causes(next, levels - 1);
}

/** The message of the first cause of an error, without the statement that libraries put before it. */
export const reasonOf = (error: unknown): string =>
  String(property([...causes(error)].at(-1) ?? error, 'message') ?? error);

/** Codes of Node for connections that could not be made, or that broke. */
const NETWORK = /^(ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN|E(HOST|NET)UNREACH)$/;
/**
 * Codes of PostgreSQL: no connection (class 08), no resources such as connections or disk (53), shutting down
 * or starting up (57P0x), the database gone (3D000), the service's own login refused (class 28), a server
 * that takes no writes while another one takes over (25006), and what took too long: a statement (57014),
 * waiting for a lock (55P03), doing nothing inside a transaction (25P03).
 */
const POSTGRES = /^(08\w{3}|53\d{3}|57P0\d|3D000|28\w{3}|25006|57014|55P03|25P0[34])$/;
/** Messages of pg that have no code. */
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

/**
 * Whether an error says that the database cannot be reached or cannot work at present, so that trying again
 * later may help.
 */
export function isUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    const code = property(cause, 'code');
    const message = property(cause, 'message');
    // When PostgreSQL ends or refuses a connection, the error is fatal, whatever its code.
    if (property(cause, 'severity') === 'FATAL') return true;
    if (typeof code === 'string' && (NETWORK.test(code) || POSTGRES.test(code))) return true;
    // The socket of a local server that is being restarted.
    if (code === 'ENOENT' && property(cause, 'syscall') === 'connect') return true;
    if (typeof message === 'string' && MESSAGE.test(message)) return true;
  }
  return false;
}

/** Of PostgreSQL, for a sequence at its end. */
const SEQUENCE_AT_END = '2200H';

/** Whether an error says that there is no further id for a new record. */
export const isOutOfIds = (error: unknown): boolean =>
  [...causes(error)].some((cause) => property(cause, 'code') === SEQUENCE_AT_END);

/** Messages for errors of PostgreSQL with a cause that the caller should know, by their codes. */
const MESSAGES: Readonly<Record<string, string>> = {
  '53100': 'The database cannot store anything at the moment: its disk is full.',
  '57014':
    'The database did not finish this within the limit of time of a statement, and nothing was stored. Send it again when the database is less busy.',
};
function messageOf(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    const code = property(cause, 'code');
    if (typeof code === 'string' && Object.hasOwn(MESSAGES, code)) return MESSAGES[code];
  }
  return undefined;
}

/**
 * The error that the caller may see: the ServiceError itself, or one without details, after `report` has
 * logged the original.
 */
export function serviceError(error: unknown, report: (error: unknown) => void): ServiceError {
  if (error instanceof ServiceError) return error;
  // Express throws this for a percent sign that encodes nothing.
  if (error instanceof URIError) return new ServiceError('rest_no_route');
  report(error);
  if (isOutOfIds(error)) return new ServiceError('ids_used_up', { cause: error });
  const message = messageOf(error);
  return new ServiceError(isUnavailable(error) ? 'service_unavailable' : 'internal_server_error', {
    cause: error,
    ...(message !== undefined && { message }),
  });
}
