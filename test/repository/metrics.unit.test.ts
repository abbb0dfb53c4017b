import { globSync, readFileSync } from 'node:fs';
import { RENAMED_METRICS } from '../../src/platform/telemetry/deprecated-metrics.ts';

const namesIn = (path: string, pattern: RegExp): string[] =>
  Array.from(readFileSync(path, 'utf8').matchAll(pattern), ([, name = '']) => name);

const registered = globSync('src/platform/telemetry/{metrics,counters}.ts').flatMap((path) =>
  namesIn(path, /'((?:http|calendar)_[a-z_]+)'/g),
);

test('docs/metrics.md has a row for every metric, and no other', () => {
  const rows = namesIn('docs/metrics.md', /^\| (`(?:http|calendar)_[a-z_]+`[^|]*) \|/gm);
  const documented = rows.flatMap((names) => Array.from(names.matchAll(/`([a-z_]+)`/g), ([, name]) => name));
  expect(registered.length).toBeGreaterThan(10);
  expect(documented.toSorted()).toEqual(registered.toSorted());
});

test('docs/metrics.md lists every renamed metric with its new name, and no other', () => {
  const lines = readFileSync('docs/metrics.md', 'utf8').matchAll(
    /^- `(calendar_[a-z_]+)`: now `([a-z_]+)`$/gm,
  );
  const documented = Array.from(lines, ([, name, replacement]) => [name, replacement]);
  expect(Object.fromEntries(documented)).toEqual(RENAMED_METRICS);
  expect(Object.values(RENAMED_METRICS).filter((name) => !registered.includes(name))).toEqual([]);
});
