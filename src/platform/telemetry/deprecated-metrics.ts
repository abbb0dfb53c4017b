import { Counter, Gauge, type Registry } from 'prom-client';

/** Metric names of release 0.2, and their replacements. Delete this file after the release of 0.3. */
export const RENAMED_METRICS: Readonly<Record<string, string>> = {
  calendar_kept_answers_total: 'calendar_response_cache_hits_total',
  calendar_missed_answers_total: 'calendar_response_cache_misses_total',
  calendar_damped_logins_total: 'calendar_throttled_logins_total',
  calendar_listening: 'calendar_change_log_current',
  calendar_database_waiting: 'calendar_database_waiting_requests',
  calendar_refused_positions_total: 'calendar_change_feed_refused_positions_total',
};

/** The only label of these metrics. */
const LABELS = ['route'];

/** Registers the old names, with the labels and values of their replacements. */
export function registerDeprecatedNames(registry: Registry): void {
  for (const [name, replacement] of Object.entries(RENAMED_METRICS)) {
    const Metric = name.endsWith('_total') ? Counter : Gauge;
    new Metric({
      name,
      help: `Deprecated: use ${replacement}.`,
      labelNames: LABELS,
      registers: [registry],
      async collect() {
        const current = await registry.getSingleMetric(replacement)?.get();
        this.reset();
        for (const { labels, value } of current?.values ?? []) this.inc(labels, value);
      },
    });
  }
}
