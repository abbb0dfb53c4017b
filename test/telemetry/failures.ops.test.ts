import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually } from '../support/eventually.ts';

/** Waits until the log matches. */
function logged(victim: Victim, is: (text: string) => boolean): Promise<string> {
  const text = (): string => victim.log.join('\n');
  return eventually(
    () => `a line in\n${text()}`,
    () => (is(text()) ? text() : undefined),
  );
}

test('by default only server errors have lines, with the reason under the same id, a few a second', async () => {
  const victim = await startVictim();
  try {
    await victim.request('GET', '/events/999999', undefined, { 'x-request-id': 'not-there' });
    await victim.database.drop();
    const send = (id: string) =>
      victim.request('POST', '/tags', { name: 'x' }, { ...victim.admin, 'x-request-id': id });
    expect((await send('first')).status).toBe(503);
    const text = await logged(victim, (all) => all.includes('request failed'));
    expect(text).not.toContain('not-there');
    const ofFirst = victim.log
      .filter((line) => line.includes('"request":"first"'))
      .map((line) => JSON.parse(line));
    expect(ofFirst.map(({ level, msg }) => [level, msg])).toEqual([
      [50, 'unexpected error'],
      [50, 'request failed'],
    ]);
    expect(ofFirst[1]).toMatchObject({
      status: 503,
      code: 'service_unavailable',
      route: '/{namespace}/tags',
      method: 'POST',
    });
    const start = performance.now();
    await Promise.all(Array.from({ length: 80 }, (_, n) => send(`many-${n}`)));
    const seconds = Math.ceil((performance.now() - start) / 1_000) + 1;
    const failed = victim.log.filter(
      (line) => line.includes('"request":"many-') && line.includes('request failed'),
    );
    expect(failed.length).toBeLessThanOrEqual(10 * seconds);
  } finally {
    await victim.stop();
  }
});

test('the pretty format is readable', async () => {
  const script = `(await import('./src/platform/telemetry/log.ts')).createLogger('info', 'pretty').then((log) => log.info('hello'))`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stderr).toMatch(/INFO.*: hello\n/);
  expect(stderr).not.toContain('{"level"');
});
