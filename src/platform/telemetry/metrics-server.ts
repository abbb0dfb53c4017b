import { once } from 'node:events';
import { createServer } from 'node:http';
import { Registry } from 'prom-client';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

interface MetricsServer {
  /** The address at which it answers. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` at an address of its own, so that metrics do not become public by accident.
 * @throws Error when it cannot listen there
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  registry: Registry,
): Promise<MetricsServer> {
  const server = createServer(async (req, res) => {
    const wantsMetrics = req.method === 'GET' && /^\/metrics(\?|$)/.test(req.url ?? '');
    const type = wantsMetrics ? Registry.PROMETHEUS_CONTENT_TYPE : 'text/plain';
    const body = wantsMetrics ? await registry.metrics() : 'There is only GET /metrics here.\n';
    res.writeHead(wantsMetrics ? 200 : 404, { 'Content-Type': type }).end(body);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new Error(`Metrics cannot be answered at ${host}, port ${port}: ${error.message}. Check METRICS.`);
  });
  const listening = server.address();
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${typeof listening === 'object' ? listening?.port : port}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
