import { globSync, readFileSync } from 'node:fs';

const namesIn = (path: string, pattern: RegExp): string[] =>
  Array.from(readFileSync(path, 'utf8').matchAll(pattern), ([, name = '']) => name);

test('docs/metrics.md has a row for every metric, and for nothing else', () => {
  const registered = globSync('src/platform/telemetry/{metrics,counters}.ts').flatMap((path) =>
    namesIn(path, /'((?:http|calendar)_[a-z_]+)'/g),
  );
  const rows = namesIn('docs/metrics.md', /^\| (`[a-z_]+`[^|]*) \|/gm);
  const told = rows.flatMap((names) => Array.from(names.matchAll(/`([a-z_]+)`/g), ([, name]) => name));
  expect(registered.length).toBeGreaterThan(10);
  expect(told.toSorted()).toEqual(registered.toSorted());
});
