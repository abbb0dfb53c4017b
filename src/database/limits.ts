/** Limits of time on the way to the database, in milliseconds. 0 means none. */
export interface Limits {
  /** Waiting for a free connection, or for a turn. */
  readonly wait: number;
  /** Making a connection. */
  readonly connect: number;
  /** One statement. */
  readonly statement: number;
  /** Waiting for what somebody else has locked. */
  readonly lock: number;
  /** Doing nothing inside a transaction. */
  readonly idle: number;
}

/**
 * For what takes as long as it takes: migrations, filling, the command line. Only connections have to come
 * about.
 */
export const PATIENT: Limits = { wait: 0, connect: 10_000, statement: 0, lock: 0, idle: 0 };

/**
 * How much later than PostgreSQL we give up on a statement: it had better say so itself, because then the
 * connection is still good.
 */
export const GRACE_MS = 1_000;

/**
 * What PostgreSQL is told when a connection begins. Poolers refuse what they cannot promise for every
 * connection behind them.
 */
export const atStartup = ({ statement, lock, idle }: Limits) => ({
  ...(statement > 0 && { statement_timeout: statement }),
  ...(lock > 0 && { lock_timeout: lock }),
  ...(idle > 0 && { idle_in_transaction_session_timeout: idle }),
});

/** The same for one transaction, in front of it and without another way to the server. */
export const atBegin = (limits: Limits): string =>
  Object.entries(atStartup(limits))
    .map(([name, ms]) => `; set local ${name} = ${ms}`)
    .join('');
