import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AUTHORIZATION, NAMESPACE, type Running, startService } from '../../../bench/support/service.ts';
import { startEmbedded } from '../../../src/platform/embedded-postgres/index.ts';
import { runConsistency } from './run.ts';

/**
 * `npm run consistency -- --seconds 60`: two services on one database; fails when a reader was given anything
 * too old.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, workers: { type: 'string', default: '1' } },
});
const folder = mkdtempSync(join(tmpdir(), 'calendar-consistency-'));
const database = await startEmbedded({ dataDir: folder, log: () => {} });
const started: Running[] = [];
try {
  const env = { DATABASE_URL: database.url, WORKERS: values.workers };
  const first = await startService(env);
  started.push(first);
  const second = await startService(env);
  started.push(second);
  const rest = ({ url }: Running): { rest: string } => ({ rest: url + NAMESPACE });
  const seconds = Number(values.seconds);
  const result = await runConsistency({
    instances: [rest(first), rest(second)],
    authorization: AUTHORIZATION,
    seconds,
  });
  const { writes, reads, notModified, staleHere, staleElsewhere, worstLagMs } = result;
  process.stdout.write(`${writes} writes and ${reads} reads (${notModified} answered with 304) in ${seconds} s
older than acknowledged on the same instance: ${staleHere.length}
older than acknowledged elsewhere more than 1 s ago: ${staleElsewhere.length}
worst lag seen on the other instance: ${worstLagMs.toFixed(1)} ms
${[...staleHere, ...staleElsewhere].slice(0, 10).join('\n')}\n`);
  if (staleHere.length + staleElsewhere.length > 0) process.exitCode = 1;
} finally {
  for (const service of started) await service.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
