import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/app/config.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import { commandContext, operationsOf } from '../../src/transfer/import/operations.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { type ImportSiteOptions, importSite } from '../../src/transfer/tec-import/import-site.ts';
import { settled, startTestServer } from '../support/service.ts';

const BASE_URL = 'https://ours.example.net';
const env = { BASE_URL, TIMEZONE: 'America/New_York' };
const config = loadConfig(env);
const operations = operationsOf(schemasOf(config.settings));

export const ALL = '/events?start_date=1990-01-01&end_date=2040-01-01&per_page=50';

export type Taking = Awaited<ReturnType<typeof openTaking>>;

/**
 * A calendar that imports from sites on this machine.
 * @param clock that of the machine where commands run in processes of their own: the service publishes by its clock
 */
export async function openTaking(clock = () => new Date('2031-03-14T12:00:00Z')) {
  const server = await startTestServer({ env, clock });
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const get = async (path: string) => JSON.parse(await (await server.request('GET', path)).text());
  return {
    server,
    /** The folder for checkpoints. */
    folder,
    async take(address: string, options: ImportSiteOptions = {}): Promise<Report> {
      const context = await commandContext(server.orm, config, clock());
      const defaults = { allowPrivate: true, baseUrl: BASE_URL, ...options };
      // A command stores without the service: wait until the service has read the changes, also after a failure.
      return importSite(context, operations, address, defaults).finally(() => settled(server));
    },
    get,
    eventOf: (slug: string) => get(`/events/by-slug/${slug}`),
    async stop(): Promise<void> {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
