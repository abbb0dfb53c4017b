import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/app/config.ts';
import { startService } from '../../src/app/server.ts';
import { startEmbedded } from '../../src/platform/embedded-postgres/index.ts';
import { createLogger } from '../../src/platform/telemetry/log.ts';

interface OwnServer extends AsyncDisposable {
  url: string;
  login: string;
}

const PASSWORD = 'walk WALK 1234 walk WALK 5678';

/** The service with its own database in a temporary folder; disposing removes both. */
export async function startOwnServer(): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-walk-'));
  const env = {
    PORT: '0',
    DATA_DIR: folder,
    ADMIN_USER: 'walker',
    ADMIN_PASSWORD: PASSWORD,
    DEMO_DATA: 'false',
    LOG_LEVEL: 'error',
  };
  const config = loadConfig(env);
  const log = await createLogger(config.logLevel);
  const database = await startEmbedded({ dataDir: folder, log: () => {}, durable: false });
  const service = await startService({ config, databaseUrl: database.url, log });
  return {
    url: service.url,
    login: `walker:${PASSWORD}`,
    async [Symbol.asyncDispose]() {
      await service.stop();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
