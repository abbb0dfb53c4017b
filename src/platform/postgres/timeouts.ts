/** Timeouts on the way to the database, in milliseconds. 0 means none. */
export interface Timeouts {
  /** Waiting for a connection, be it free or new, or for a turn. */
  readonly wait: number;
  /** One statement. */
  readonly statement: number;
  /** Waiting for a lock of another transaction. */
  readonly lock: number;
  /** Doing nothing inside a transaction. */
  readonly idle: number;
}

export const REQUEST_TIMEOUTS: Timeouts = { wait: 5_000, statement: 10_000, lock: 5_000, idle: 15_000 };

/** For work that may take any time: migrations, seeding, the command line. */
export const NO_TIMEOUTS: Timeouts = { wait: 0, statement: 0, lock: 0, idle: 0 };

/** The longest wait of a migration for a table, in milliseconds: requests that use the table wait behind it. */
export const MIGRATION_LOCK_MS = 300;

/** How much later than PostgreSQL the service gives up on a statement: PostgreSQL leaves the connection usable. */
export const GRACE_MS = 1_000;

/** Settings that PostgreSQL gets when a connection begins. Poolers refuse them. */
export const startupSettings = ({ statement, lock, idle }: Timeouts) => ({
  ...(statement > 0 && { statement_timeout: statement }),
  ...(lock > 0 && { lock_timeout: lock }),
  ...(idle > 0 && { idle_in_transaction_session_timeout: idle }),
});
