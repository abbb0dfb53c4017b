/** What one measurement sends. */
export interface Job {
  port: number;
  connections: number;
  seconds: number;
  /** Whole requests as bytes, sent in turn; each connection begins somewhere else. */
  requests: readonly string[];
  /** The statuses that count as an answer. */
  statuses: readonly number[];
}

/** What came of it. Times in milliseconds. */
export interface Measured {
  perSecond: number;
  answers: number;
  p50: number;
  p99: number;
  /** Bytes of one answer, on average. */
  bytes: number;
  /** The first answer with another status. */
  wrong: string | undefined;
}
