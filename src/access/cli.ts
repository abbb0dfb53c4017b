import { type Config, ConfigError, loadConfig } from '../config.ts';
import { runningUrl } from '../db/embedded/running.ts';
import { DatabaseFolderInUse, EmbeddedDatabaseError, startEmbedded } from '../db/embedded.ts';
import { DatabaseError, migrateDatabase } from '../db/migrate.ts';
import { kysely, openOrm } from '../db/orm.ts';
import { runCli, USAGE } from './cli.commands.ts';

interface Connection {
  url: string;
  close(): Promise<void>;
}

/** DATABASE_URL, or the embedded database: that of the running service, else it is started for the command. */
async function connect(config: Config): Promise<Connection> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: async () => {} };
  try {
    const { url, stop } = await startEmbedded({ dataDir: config.dataDir, log: () => {} });
    return { url, close: stop };
  } catch (error) {
    if (error instanceof DatabaseFolderInUse) return { url: runningUrl(config.dataDir), close: async () => {} };
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
