import type { RequestListener } from 'node:http';
import { type Logger, warnOfSlowStatements } from './log.ts';
import type { MetricsAddress } from './metrics.ts';
import { watchRequests } from './requests.ts';

interface Telemetry {
  /**
   * Wraps the service, so that its requests are logged and measured.
   * @param withCache puts the response cache in front of the handler that computes responses
   */
  watch(app: RequestListener, withCache: (computing: RequestListener) => RequestListener): RequestListener;
  close(): Promise<void>;
}

interface TelemetryOptions {
  /** As in the configuration. */
  config: {
    /** Milliseconds. */
    readonly limits: { readonly slowStatement: number };
    readonly metrics: MetricsAddress | undefined;
  };
  log: Logger;
  /** Whether this process knows the recent changes of other processes. */
  isVersionKnown: () => boolean;
  /** The template of an address, for requests without a route of a router. */
  routeOf: (url: string) => string;
}

/** @throws Error if the address for metrics is in use */
export async function openTelemetry({
  config,
  log,
  isVersionKnown,
  routeOf,
}: TelemetryOptions): Promise<Telemetry> {
  // Loaded only when configured.
  const telemetry = config.metrics && (await import('./metrics.ts'));
  const metrics = telemetry?.openMetrics(isVersionKnown);
  const server =
    config.metrics && metrics && (await telemetry?.serveMetrics(config.metrics, metrics.registry));
  if (server) log.info({ url: server.url }, `metrics available at ${server.url}`);
  const stopWarnings = warnOfSlowStatements(log, config.limits.slowStatement);
  const requests = watchRequests({
    log,
    routeOf,
    onResponse: metrics?.onResponse,
  });
  return {
    watch: (app, withCache) => requests.all(withCache(requests.computed(app))),
    async close() {
      stopWarnings();
      metrics?.close();
      await server?.close();
    },
  };
}
