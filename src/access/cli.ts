import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, loadConfig } from '../config.ts';
import { databaseUrl } from '../db/embedded/address.ts';
import { readPassword } from '../db/embedded/cluster.ts';
import { DatabaseFolderInUse, EmbeddedDatabaseError, startEmbedded } from '../db/embedded.ts';
import { DatabaseError, migrateDatabase } from '../db/migrate.ts';
import { kysely, openOrm } from '../db/orm.ts';
import { runCli, USAGE } from './cli.commands.ts';

interface Connection {
  url: string;
  close(): Promise<void>;
}

/** The embedded database that a running service has started in the folder. */
function runningDatabase(dataDir: string): Connection {
  const folder = realpathSync(dataDir);
  const { socketFolder }: { socketFolder?: string } = JSON.parse(readFileSync(join(folder, 'lock'), 'utf8'));
  if (socketFolder === undefined) throw new EmbeddedDatabaseError('The running service cannot be reached; stop it first, or use its API.');
  const address = { host: socketFolder, port: 5432, socketFolder };
  return { url: databaseUrl('calendar', readPassword(join(folder, 'postgres')), address, 'calendar'), close: async () => {} };
}

/** DATABASE_URL, or the embedded database: that of the running service, else it is started for the command. */
async function connect(config: Config): Promise<Connection> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: async () => {} };
  try {
    const { url, stop } = await startEmbedded({ dataDir: config.dataDir, log: () => {} });
    return { url, close: stop };
  } catch (error) {
    if (error instanceof DatabaseFolderInUse) return runningDatabase(config.dataDir);
    throw error;
  }
}

async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 0 || argv.includes('--help')) {
    console.log(USAGE);
    return argv.length === 0 ? 2 : 0;
  }
  const connection = await connect(loadConfig(process.env));
  try {
    await migrateDatabase(connection.url);
    const orm = await openOrm(connection.url, 1);
    try {
      return await runCli(argv, { db: kysely(orm.em.fork()), log: console.log, fail: console.error });
    } finally {
      await orm.close();
    }
  } finally {
    await connection.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof EmbeddedDatabaseError || error instanceof DatabaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
