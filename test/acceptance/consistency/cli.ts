import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AUTHORIZATION, NAMESPACE, type Running, startService } from '../../../bench/support/service.ts';
import { startEmbedded } from '../../../src/platform/embedded-postgres/index.ts';
import { runConsistency } from './run.ts';

/**
 * `npm run consistency -- --seconds 60`: several processes on one database; fails when a reader receives stale data.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, processes: { type: 'string', default: '2' } },
});
const folder = mkdtempSync(join(tmpdir(), 'calendar-consistency-'));
const database = await startEmbedded({ dataDir: folder, log: () => {} });
const started: Running[] = [];
try {
  for (let n = 0; n < Number(values.processes); n++)
    started.push(await startService({ DATABASE_URL: database.url }));
  const seconds = Number(values.seconds);
  const result = await runConsistency({
    instances: started.map(({ url }) => ({ rest: url + NAMESPACE })),
    authorization: AUTHORIZATION,
    seconds,
  });
  const { writes, reads, notModified, staleHere, staleElsewhere, worstLagMs } = result;
  process.stdout.write(`${writes} writes and ${reads} reads (${notModified} answered with 304) in ${seconds} s
older than acknowledged on the same instance: ${staleHere.length}
older than acknowledged elsewhere more than 1 s ago: ${staleElsewhere.length}
worst lag seen on another instance: ${worstLagMs.toFixed(1)} ms
${[...staleHere, ...staleElsewhere].slice(0, 10).join('\n')}\n`);
  if (staleHere.length + staleElsewhere.length > 0) process.exitCode = 1;
} finally {
  for (const service of started) await service.stop();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
