import { once } from 'node:events';
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { onStatement, type PoolState, pools } from '../postgres/monitoring.ts';
import { changesWaiting, LabeledCounter, openSubscriptions } from './counters.ts';
import { registerDeprecatedNames } from './deprecated-metrics.ts';
import type { OnResponse } from './requests.ts';

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']);

/**
 * The metrics of a process. Labels have few values: templates of addresses, operations of the schema, methods,
 * statuses.
 */
interface Metrics {
  readonly registry: Registry;
  readonly onResponse: OnResponse;
  close(): void;
}

function register(registry: Registry, { name, help, label, counts }: LabeledCounter): void {
  new Counter({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect() {
      this.reset();
      if (label === undefined) this.inc(counts.get('') ?? 0);
      else for (const [value, count] of counts) this.inc({ [label]: value }, count);
    },
  });
}

const sum = (field: keyof PoolState): number => [...pools].reduce((all, pool) => all + pool[field], 0);

function poolGauges(registry: Registry): void {
  new Gauge({
    name: 'calendar_database_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, sum('idleCount'));
      this.set({ state: 'used' }, sum('totalCount') - sum('idleCount'));
    },
  });
  new Gauge({
    name: 'calendar_database_waiting_requests',
    help: 'Statements and transactions that wait for a connection.',
    registers: [registry],
    collect() {
      this.set(sum('waitingCount'));
    },
  });
}

/** @param isVersionKnown whether this process knows the recent changes of other processes */
export function openMetrics(isVersionKnown: () => boolean): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests with computed responses, by the template of their address; 499: the client had disconnected.',
    labelNames: ['method', 'route', 'operation', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const statements = new Histogram({
    name: 'calendar_statement_duration_seconds',
    help: 'Statements of the database, from sending to the result.',
    buckets: STATEMENT_SECONDS,
    registers: [registry],
  });
  for (const counter of LabeledCounter.all) register(registry, counter);
  new Gauge({
    name: 'calendar_subscriptions',
    help: 'Open subscriptions.',
    registers: [registry],
    collect() {
      this.set([...openSubscriptions].reduce((all, { size }) => all + size, 0));
    },
  });
  new Gauge({
    name: 'calendar_changes_waiting_seconds',
    help: 'How long the oldest change has waited for an open transaction.',
    registers: [registry],
    collect() {
      this.set(changesWaiting.seconds);
    },
  });
  poolGauges(registry);
  new Gauge({
    name: 'calendar_change_log_current',
    help: 'Whether changes made by other instances arrive: 1 or 0. While it is 0, the response cache is not used.',
    registers: [registry],
    collect() {
      this.set(isVersionKnown() ? 1 : 0);
    },
  });
  registerDeprecatedNames(registry);
  return {
    registry,
    onResponse: ({ route = 'other', operation = '' }, method, status, seconds) =>
      requests.observe(
        { method: KNOWN_METHODS.has(method) ? method : 'other', route, operation, status },
        seconds,
      ),
    close: onStatement(({ ms }) => statements.observe(ms / 1_000)),
  };
}

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` at a separate address, so that metrics do not become public by accident.
 * @throws Error if it cannot listen there
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  registry: Registry,
): Promise<MetricsServer> {
  const server = createServer(async (req, res) => {
    const wantsMetrics = req.method === 'GET' && /^\/metrics(\?|$)/.test(req.url ?? '');
    const type = wantsMetrics ? Registry.PROMETHEUS_CONTENT_TYPE : 'text/plain';
    const body = wantsMetrics ? await registry.metrics() : 'This address has only GET /metrics.\n';
    res.writeHead(wantsMetrics ? 200 : 404, { 'Content-Type': type }).end(body);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: Error) => {
    throw new Error(`Metrics cannot be served at ${host}, port ${port}: ${error.message}. Check METRICS.`);
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
