import { mock } from 'node:test';
import { ReplicaLag } from '../../src/platform/postgres/replica-lag.ts';

test('the operator is told once of a replica that is behind for long, and once when it is not any more', () => {
  const now = mock.method(performance, 'now');
  const lines: string[] = [];
  const lag = new ReplicaLag('b.example/calendar', (line) => lines.push(line));
  const at = (seconds: number, what: () => void): string[] => {
    now.mock.mockImplementation(() => seconds * 1_000);
    what();
    return lines.splice(0);
  };
  const behind = (): void => lag.goOn('it is behind the primary');
  expect(at(0, () => lag.begin())).toEqual([]);
  expect(at(9, behind)).toEqual([]);
  expect(lag.seconds).toBe(9);
  expect(at(9.5, () => lag.end())).toEqual([]);
  expect(lag.seconds).toBe(0);
  expect(at(20, behind)).toEqual([]);
  expect(at(31, behind)).toEqual([
    'Requests do not read from the replica at b.example/calendar: it is behind the primary.',
  ]);
  expect(at(32, behind)).toEqual([]);
  expect(at(33, () => lag.end())).toEqual(['Requests read from the replica at b.example/calendar again.']);
  now.mock.restore();
});
