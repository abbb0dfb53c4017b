import type { RequestListener } from 'node:http';
import { type Logger, warnOfSlow } from './log.ts';
import type { MetricsAddress } from './metrics.ts';
import { watchRequests } from './requests.ts';

/** How a running service can be observed from outside. */
interface Telemetry {
  /**
   * Wraps the service, so that its requests are observed.
   * @param withCache puts the response cache in front of the function that computes answers
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
  /** Whether this process hears of changes by others. */
  isVersionKnown: () => boolean;
  /** The template of an address, for requests that no router has given one. */
  routeOf: (url: string) => string;
}

/** @throws Error when the address for metrics is taken */
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
  if (server) log.info({ url: server.url }, 'metrics are answered');
  const endWarnings = warnOfSlow(log, config.limits.slowStatement);
  const requests = watchRequests({
    log,
    routeOf,
    onAnswer: metrics?.onAnswer,
  });
  return {
    watch: (app, withCache) => requests.all(withCache(requests.computed(app))),
    async close() {
      endWarnings();
      metrics?.close();
      await server?.close();
    },
  };
}
