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

const HOUR_MS = 3_600_000;

/**
 * For migrations, which may take long, whatever the role has set for requests. Making an index waits for all
 * transactions that have begun, and nobody waits behind that; for transactions see {@link MIGRATION_LOCK_MS}.
 */
export const MIGRATION_TIMEOUTS: Timeouts = {
  ...NO_TIMEOUTS,
  lock: HOUR_MS,
  statement: HOUR_MS,
  idle: HOUR_MS,
};

/** How long a migration that changes a table waits for it: whoever uses the table waits behind that. */
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
