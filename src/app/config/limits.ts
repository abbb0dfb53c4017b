import type { ConnectionTimeouts } from '../../api/http/listener.ts';

/** Times and numbers that no operator has a reason to change. Times are in milliseconds. */
export interface Limits {
  readonly connections: ConnectionTimeouts;
  /** Subscriptions that a process has open at the same time, of all clients together and of each; 0: there are none. */
  readonly subscriptions: { readonly all: number; readonly perClient: number };
  /** The longest delay of an answer to wrong credentials; 0: none is delayed. */
  readonly guessDelay: number;
  /** Statements that take longer are logged. */
  readonly slowStatement: number;
  /**
   * How long the service goes on after SIGTERM, while `/readyz` answers 503: a load balancer that asks every second has
   * noticed by then.
   */
  readonly shutdownDelay: number;
}

/** @param embedded whether the service has a database of its own: then no load balancer stands before it */
export const limitsOf = (embedded: boolean): Limits => ({
  connections: {
    headers: 15_000,
    request: 60_000,
    silent: 30_000,
    // Load balancers close idle connections after 60 seconds. A shorter time here would cut requests on their way.
    keepAlive: 65_000,
  },
  subscriptions: { all: 2_000, perClient: 50 },
  guessDelay: 1_000,
  slowStatement: 500,
  shutdownDelay: embedded ? 0 : 3_000,
});
