/** The load of one measurement. */
export interface Job {
  port: number;
  connections: number;
  seconds: number;
  /** Complete HTTP requests, sent in turn; each connection starts with a different one. */
  requests: readonly string[];
  /** The expected statuses. */
  statuses: readonly number[];
}

/** The result of a job. Times are in milliseconds. */
export interface Measured {
  perSecond: number;
  responses: number;
  p50: number;
  p99: number;
  /** Average size of a response. */
  bytes: number;
  /** The head of the first response with an unexpected status, or the reason why a connection ended. */
  error: string | undefined;
}
