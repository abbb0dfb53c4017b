import { Counter, Gauge, type Registry } from 'prom-client';
import { type ReplicaState, replicas } from '../postgres/monitoring.ts';

/** What is shown of each replica; with several processes, of the one that is worst off. */
export function replicaMetrics(registry: Registry): void {
  const gauge = (
    name: string,
    help: string,
    value: (replica: ReplicaState) => number,
    isWorst = false,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      aggregator: isWorst ? 'max' : 'min',
      registers: [registry],
      collect() {
        this.reset();
        for (const replica of replicas) this.set({ replica: replica.name }, value(replica));
      },
    });
  };
  const counter = (name: string, help: string, value: (replica: ReplicaState) => number): void => {
    new Counter({
      name,
      help,
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        this.reset();
        for (const replica of replicas) this.inc({ replica: replica.name }, value(replica));
      },
    });
  };
  gauge('calendar_replica_current', 'Whether requests read from the replica: 1 or 0.', ({ isCurrent }) =>
    isCurrent ? 1 : 0,
  );
  gauge(
    'calendar_replica_lag_seconds',
    'How long the replica has been behind the primary.',
    ({ lagSeconds }) => lagSeconds,
    true,
  );
  gauge(
    'calendar_replica_lag_bytes',
    'How much of the log of the primary the replica has not replayed.',
    ({ lagBytes }) => lagBytes,
    true,
  );
  counter(
    'calendar_replica_statements_total',
    'Statements that the replica has answered.',
    ({ statements }) => statements,
  );
  counter(
    'calendar_replica_failures_total',
    'Statements that the primary had to answer, because the replica failed.',
    ({ failures }) => failures,
  );
}
