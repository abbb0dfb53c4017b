/** Timeouts of database access, in milliseconds; 0: no limit. */
export interface Timeouts {
  /** Waiting for a connection or a semaphore. */
  readonly wait: number;
  /** One statement. */
  readonly statement: number;
  /** Waiting for a lock of another transaction. */
  readonly lock: number;
  /** Inactivity inside a transaction. */
  readonly idle: number;
}

export const REQUEST_TIMEOUTS: Timeouts = { wait: 5_000, statement: 10_000, lock: 5_000, idle: 15_000 };

/** For work of any duration: migrations, seeding, the command line. */
export const NO_TIMEOUTS: Timeouts = { wait: 0, statement: 0, lock: 0, idle: 0 };

/** Longest wait of a migration for a table, in milliseconds; requests that use the table queue behind it. */
export const MIGRATION_LOCK_MS = 300;

/**
 * How much later than PostgreSQL the service stops waiting for a statement; after PostgreSQL's timeout the connection
 * stays usable.
 */
export const GRACE_MS = 1_000;

/** Settings sent at the start of a connection. Poolers refuse them. */
export const startupSettings = ({ statement, lock, idle }: Timeouts) => ({
  ...(statement > 0 && { statement_timeout: statement }),
  ...(lock > 0 && { lock_timeout: lock }),
  ...(idle > 0 && { idle_in_transaction_session_timeout: idle }),
});
