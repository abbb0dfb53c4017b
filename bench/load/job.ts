/** What one measurement sends. */
export interface Job {
  port: number;
  connections: number;
  seconds: number;
  /** Whole requests as they go over the wire, sent in turn; each connection begins with another one. */
  requests: readonly string[];
  /** The statuses that count as an answer. */
  statuses: readonly number[];
}

/** What a job measured. Times are in milliseconds. */
export interface Measured {
  perSecond: number;
  answers: number;
  p50: number;
  p99: number;
  /** Bytes of one answer, on average. */
  bytes: number;
  /** The head of the first answer with another status, or why a connection ended. */
  wrong: string | undefined;
}
