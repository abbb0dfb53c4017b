import { reportTo } from '../../src/platform/telemetry/failures.ts';

test('a failure that repeats is written once a second, with how often it was left out, and another one at once', () => {
  const lines: unknown[] = [];
  let now = 1_000_000;
  const report = reportTo({ error: (line: unknown) => void lines.push(line) }, () => now);
  for (let at = 0; at < 50; at++) report(new Error(`connect ECONNREFUSED 127.0.0.1:${40_000 + at}`));
  report(new TypeError('another'));
  expect(lines).toEqual([{ err: expect.any(Error) }, { err: expect.any(TypeError) }]);
  now += 1_000;
  report(new Error('connect ECONNREFUSED 127.0.0.1:1'));
  expect(lines[2]).toEqual({ err: expect.any(Error), leftOut: 49 });
});
