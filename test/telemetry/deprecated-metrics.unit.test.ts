import {
  cacheHits,
  cacheMisses,
  refusedPositions,
  throttledLogins,
} from '../../src/platform/telemetry/counters.ts';
import { RENAMED_METRICS } from '../../src/platform/telemetry/deprecated-metrics.ts';
import { openMetrics } from '../../src/platform/telemetry/metrics.ts';

/** Samples of a metric, without its name. */
const samplesOf = (text: string, name: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .map((line) => line.slice(name.length));

test('metrics of release 0.2 keep their old names, too, with the same labels and values', async () => {
  cacheHits.add('/one', 3);
  cacheHits.add('/two', 4);
  cacheMisses.add('', 5);
  throttledLogins.add();
  refusedPositions.add();
  const { registry, close } = openMetrics(() => true);
  for (let scrape = 0; scrape < 2; scrape++) {
    const text = await registry.metrics();
    for (const [name, replacement] of Object.entries(RENAMED_METRICS)) {
      const samples = samplesOf(text, name);
      expect(samples.length).toBeGreaterThan(0);
      expect(samples).toEqual(samplesOf(text, replacement));
      expect(text).toContain(`# HELP ${name} Deprecated: use ${replacement}.\n`);
      const type = name.endsWith('_total') ? 'counter' : 'gauge';
      expect(text).toContain(`# TYPE ${name} ${type}\n`);
      expect(text).toContain(`# TYPE ${replacement} ${type}\n`);
    }
  }
  close();
  expect(Object.keys(RENAMED_METRICS)).toHaveLength(6);
  // Other tests of the process count, too.
  const hits = samplesOf(await registry.metrics(), 'calendar_kept_answers_total');
  expect(hits).toEqual(expect.arrayContaining(['{route="/one"} 3', '{route="/two"} 4']));
});
