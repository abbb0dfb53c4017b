import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs CI's audit against a registry that sends one kind of response to audit requests. */
async function audit(
  status: number,
  answer: object,
): Promise<{ code: number; out: string; requests: number }> {
  let requests = 0;
  const registry = createServer(async (req, res) => {
    for await (const _chunk of req);
    const isQuestion = req.method === 'POST' && (req.url ?? '').includes('advisories');
    requests += Number(isQuestion);
    res
      .writeHead(isQuestion ? status : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(isQuestion ? answer : {}));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = registry.address() as AddressInfo;
  // npm caches responses.
  const cache = await mkdtemp(join(tmpdir(), 'calendar-audit-'));
  const options = [`--registry=http://127.0.0.1:${port}`, '--fetch-retries=0', `--cache=${cache}`];
  const child = spawn(process.execPath, ['.ci/audit.mjs', ...options]);
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  const [code] = (await once(child, 'close')) as [number];
  await rm(cache, { recursive: true, force: true });
  registry.close();
  registry.closeAllConnections();
  return { code, out, requests };
}

const weakness = (severity: string): object => ({
  express: [
    { id: 1, url: 'https://advisories.example/1', title: 'weak', severity, vulnerable_versions: '>=0.0.1' },
  ],
});

test('nothing known', async () => {
  const { code, out, requests } = await audit(200, {});
  expect([code, out, requests > 0]).toEqual([0, 'npm audit: 0 critical, 0 high, 0 moderate, 0 low\n', true]);
});

test.each(['high', 'critical'])('a %s vulnerability fails the audit', async (severity) => {
  const { code, out } = await audit(200, weakness(severity));
  expect(code).toBe(1);
  expect(out).toContain(`${severity}: express`);
});

test('a moderate vulnerability is reported', async () => {
  const { code, out } = await audit(200, weakness('moderate'));
  expect(code).toBe(0);
  expect(out).toContain('moderate: express');
});

test.each([404, 500])('a registry that responds with %s is reported as not responding', async (status) => {
  const { code, out } = await audit(status, { error: 'no such endpoint' });
  expect(code).toBe(0);
  expect(out).toMatch(/^npm audit: NOT CHECKED, the registry did not respond/);
});
