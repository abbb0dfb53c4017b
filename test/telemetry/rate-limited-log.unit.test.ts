import { RateLimitedLog } from '../../src/platform/telemetry/log.ts';

test('a few lines pass each second, and the next one has the number of suppressed lines', () => {
  const limiter = new RateLimitedLog(3);
  const at = (ms: number) => limiter.admit(ms);
  expect([at(0), at(1), at(2), at(3), at(999)]).toEqual([0, 0, 0, undefined, undefined]);
  expect([at(1_000), at(1_001), at(1_002), at(1_003)]).toEqual([2, 0, 0, undefined]);
  expect(at(60_000)).toBe(1);
});
