import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { onStatement, type PoolState, pools } from '../postgres/monitoring.ts';
import {
  cacheHits,
  cacheMisses,
  deliveries,
  endedSubscriptions,
  numberedChanges,
  openSubscriptions,
  refusedPositions,
  sentMessages,
  throttledLogins,
} from './counters.ts';
import type { OnAnswer } from './requests.ts';

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const USED = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']);

/**
 * The metrics of one process. Labels have few values: templates of addresses, operations of the schema,
 * methods and statuses.
 */
interface Metrics {
  readonly registry: Registry;
  readonly onAnswer: OnAnswer;
  close(): void;
}

/** A metric of counts by label; the label is empty for those that have none. */
function counterOf(
  registry: Registry,
  name: string,
  help: string,
  { counts }: { readonly counts: ReadonlyMap<string, number> },
  label?: string,
): void {
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
    name: 'calendar_database_waiting',
    help: 'Statements and transactions that wait for a connection.',
    registers: [registry],
    collect() {
      this.set(sum('waitingCount'));
    },
  });
}

/** @param canCache whether this process learns of changes that others make, so that it may cache */
export function openMetrics(canCache: () => boolean): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests whose answers were computed, by the template of their address; 499: the client had disconnected.',
    labelNames: ['method', 'route', 'operation', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  });
  const statements = new Histogram({
    name: 'calendar_statement_duration_seconds',
    help: 'Statements of the database, from sending to the answer.',
    buckets: STATEMENT_SECONDS,
    registers: [registry],
  });
  counterOf(
    registry,
    'calendar_kept_answers_total',
    'Requests that were answered from the cache.',
    cacheHits,
    'route',
  );
  counterOf(
    registry,
    'calendar_missed_answers_total',
    'Requests that could have been cached, and had to be computed.',
    cacheMisses,
  );
  counterOf(
    registry,
    'calendar_damped_logins_total',
    'Answers to wrong credentials that were delayed.',
    throttledLogins,
  );
  counterOf(
    registry,
    'calendar_numbered_changes_total',
    'Records that were given a number in the change feed, by this process.',
    numberedChanges,
  );
  counterOf(
    registry,
    'calendar_refused_positions_total',
    'Readers of the change feed whose position was too old or of another calendar, who were told to begin anew.',
    refusedPositions,
  );
  counterOf(
    registry,
    'calendar_webhook_messages_total',
    'Messages to webhooks, by what has come of an attempt: delivered, failed, or parked after a day.',
    deliveries,
    'result',
  );
  counterOf(
    registry,
    'calendar_subscription_messages_total',
    'Changes that subscriptions were told.',
    sentMessages,
  );
  counterOf(
    registry,
    'calendar_ended_subscriptions_total',
    'Subscriptions that the service has ended: their clients read too slowly, had no rights any more, or it is leaving.',
    endedSubscriptions,
    'reason',
  );
  new Gauge({
    name: 'calendar_subscriptions',
    help: 'Subscriptions that are open.',
    registers: [registry],
    collect() {
      this.set([...openSubscriptions].reduce((all, { size }) => all + size, 0));
    },
  });
  poolGauges(registry);
  new Gauge({
    name: 'calendar_listening',
    help:
      'Whether changes made by other instances arrive: 1 or 0. ' +
      'While it is 0 nothing is answered from the cache.',
    registers: [registry],
    collect() {
      this.set(canCache() ? 1 : 0);
    },
  });
  return {
    registry,
    onAnswer: ({ route = 'other', operation = '' }, method, status, seconds) =>
      requests.observe({ method: USED.has(method) ? method : 'other', route, operation, status }, seconds),
    close: onStatement(({ ms }) => statements.observe(ms / 1_000)),
  };
}
