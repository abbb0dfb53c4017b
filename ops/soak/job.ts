/** A request of the mixture, as bytes, and the status that it is meant to be answered with. */
export interface Step {
  request: string;
  status: number;
}

/** Stands in an address for the oldest event that the run has created and not erased. */
export const MADE = '{made}';

export interface SoakJob {
  port: number;
  connections: number;
  seconds: number;
  /** Requests a second; 0: as many as are answered. */
  rate: number;
  steps: readonly Step[];
  /** Sent in place of a step for {@link MADE} while there is none. */
  instead: Step;
}

/** What came of some seconds. Times in milliseconds, from when a request was due. */
export interface Period {
  answers: number;
  /** First lines of answers that were not meant, and broken connections. */
  wrong: string[];
  p50: number;
  p99: number;
}
