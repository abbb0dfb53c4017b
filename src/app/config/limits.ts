import type { ConnectionTimeouts } from '../../api/http/listener.ts';

/** Times and numbers that operators have no reason to change. Times are in milliseconds. */
export interface Limits {
  readonly connections: ConnectionTimeouts;
  /** Open subscriptions per process, in total and per client; `all` = 0 disables subscriptions. */
  readonly subscriptions: { readonly all: number; readonly perClient: number };
  /** The longest delay of a response to wrong credentials; 0: no delay. */
  readonly failedLoginDelay: number;
  /** Slower statements are logged. */
  readonly slowStatement: number;
  /** How long the service continues after SIGTERM while `/readyz` returns 503, so that load balancers notice. */
  readonly shutdownDelay: number;
}

/** @param embedded whether the service runs the embedded database; then there is no load balancer */
export const limitsOf = (embedded: boolean): Limits => ({
  connections: {
    headers: 15_000,
    request: 60_000,
    inactivity: 30_000,
    // Load balancers close idle connections after 60 seconds. A shorter time here would cut requests on their way.
    keepAlive: 65_000,
  },
  subscriptions: { all: 2_000, perClient: 50 },
  failedLoginDelay: 1_000,
  slowStatement: 500,
  shutdownDelay: embedded ? 0 : 3_000,
});
