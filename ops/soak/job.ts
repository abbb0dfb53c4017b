/** A request of the mixture, as HTTP/1.1 text, and its expected status. */
export interface Step {
  request: string;
  status: number;
}

/** A placeholder in an address: the oldest event that the run has created and not erased. */
export const CREATED_ID = '{made}';

export interface SoakJob {
  port: number;
  connections: number;
  seconds: number;
  /** Requests per second; 0: unlimited. */
  rate: number;
  steps: readonly Step[];
  /** Sent in place of a step with {@link CREATED_ID} if there is no such event. */
  fallback: Step;
}

/** The result of a period. Times are in milliseconds, from the due time of a request. */
export interface Period {
  responses: number;
  /** First lines of unexpected responses, and broken connections. */
  wrong: string[];
  p50: number;
  p99: number;
}
