/** Timeouts on the way to the database, in milliseconds. 0 means none. */
export interface Timeouts {
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

/** For work that may take any time: migrations, seeding, the command line. Only connecting is limited. */
export const NO_TIMEOUTS: Timeouts = { wait: 0, connect: 10_000, statement: 0, lock: 0, idle: 0 };

/** The longest wait of a migration for a table, in milliseconds: requests that use the table wait behind it. */
export const MIGRATION_LOCK_MS = 300;

/**
 * How much later than PostgreSQL we give up on a statement: if PostgreSQL ends it, the connection stays
 * usable.
 */
export const GRACE_MS = 1_000;

/**
 * Settings that PostgreSQL gets when a connection begins. Poolers refuse those that they cannot keep for
 * every connection behind them.
 */
export const startupSettings = ({ statement, lock, idle }: Timeouts) => ({
  ...(statement > 0 && { statement_timeout: statement }),
  ...(lock > 0 && { lock_timeout: lock }),
  ...(idle > 0 && { idle_in_transaction_session_timeout: idle }),
});

/** The same settings for one transaction, sent together with its `begin`. */
export const transactionSettings = (timeouts: Timeouts): string =>
  Object.entries(startupSettings(timeouts))
    .map(([name, ms]) => `; set local ${name} = ${ms}`)
    .join('');
