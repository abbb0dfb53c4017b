import { type RequestFacts, runAsRequest } from '../../src/platform/telemetry/current.ts';
import { reportTo } from '../../src/platform/telemetry/log.ts';

test('a repeated failure is logged once a second, with the number of suppressed lines, and another failure at once', () => {
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

test('each request has the reason, even if the line of the failure is suppressed', () => {
  const report = reportTo({ error: () => {} });
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  for (let at = 0; at < 3; at++) {
    const facts: RequestFacts = { id: String(at), url: '/' };
    runAsRequest(facts, report, new Error('insert into event … - could not', { cause: full }));
    expect(facts.reason).toBe(full.message);
  }
});
