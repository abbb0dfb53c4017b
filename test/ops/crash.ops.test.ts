import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCrashes } from '../../ops/crash/run.ts';

test('acknowledged writes survive killing the service and PostgreSQL, and nothing is stored in part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-crash-'));
  try {
    const result = await runCrashes({ rounds: 3, dataDir: join(folder, 'data') });
    expect(result.differences).toEqual([]);
    expect(result.refused).toEqual([]);
    expect(result.databaseKills).toBe(1);
    const { created, changed, trashed } = result.acknowledged;
    expect(created).toBeGreaterThan(5);
    expect(changed + trashed).toBeGreaterThan(3);
    expect(result.series).toBeGreaterThan(3);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
