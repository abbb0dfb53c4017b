import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVictim } from '../attacks/victim.ts';

test('a start on an external database keeps the password of the embedded database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-kept-'));
  await writeFile(join(folder, 'admin-password'), 'the only copy\n', { mode: 0o600 });
  const service = await startVictim({ env: { ADMIN_PASSWORD: '', DATA_DIR: folder, DEMO_DATA: 'false' } });
  try {
    expect(service.log.some((line) => line.includes('"First start"'))).toBe(true);
    expect(await readFile(join(folder, 'admin-password'), 'utf8')).toBe('the only copy\n');
    expect(await readdir(folder)).toEqual(['admin-password']);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
