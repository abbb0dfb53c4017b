import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

test('the functions of one request are counted and named', async () => {
  const { stdout } = await run(process.execPath, ['bench/coverage/cli.ts', '--list', 'list']);
  const counts = new Map(
    Array.from(stdout.matchAll(/^(\w+): (\d+) functions in \d+ files$/gm), ([, kind, count]) => [
      kind,
      Number(count),
    ]),
  );
  expect([...counts.keys()]).toEqual(['list', 'single', 'create', 'change', 'trash']);
  const named = stdout.split('\n').filter((line) => /^\w+\/.*\.ts /.test(line));
  expect(named).toContain('events/event.queries.ts listEvents');
  expect(named).not.toContain('events/event.queries.ts findEvent');
  expect(counts.get('create')).toBeGreaterThan(counts.get('list') ?? Number.NaN);
}, 60_000);
