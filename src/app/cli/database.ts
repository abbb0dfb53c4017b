import { ownSecretKey } from '../../domain/users/secret-file.ts';
import { DatabaseFolderInUse, startEmbedded } from '../../platform/embedded-postgres/index.ts';
import { runningUrl } from '../../platform/embedded-postgres/running.ts';
import { migrateDatabase } from '../../platform/postgres/migrate.ts';
import { type Orm, openOrm } from '../../platform/postgres/orm.ts';
import type { Config } from '../config.ts';
import { DATABASE_SCHEMA } from '../database-schema.ts';

interface OpenDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * Finds the database: that of DATABASE_URL, or the embedded one. If no service runs it, it is started for the
 * command.
 */
async function findDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: async () => {} };
  try {
    const { url, stop } = await startEmbedded({ dataDir: config.dataDir, log: () => {} });
    return { url, close: stop };
  } catch (error) {
    if (error instanceof DatabaseFolderInUse)
      return { url: runningUrl(config.dataDir), close: async () => {} };
    throw error;
  }
}

/** What a command works with. */
interface Opened {
  orm: Orm;
  /** SECRET_KEY, or that of the embedded database. */
  secretKey: string | undefined;
}

/**
 * Runs a command on the configured database, after bringing it up to date.
 * @throws EmbeddedDatabaseError, DatabaseError
 */
export async function withDatabase<T>(config: Config, work: (opened: Opened) => Promise<T>): Promise<T> {
  const connection = await findDatabase(config);
  try {
    await migrateDatabase(connection.url, DATABASE_SCHEMA);
    const orm = await openOrm(connection.url, 1, DATABASE_SCHEMA.entities);
    try {
      return await work({
        orm,
        secretKey: config.secretKey ?? (config.embedded ? await ownSecretKey(config.dataDir) : undefined),
      });
    } finally {
      await orm.close();
    }
  } finally {
    await connection.close();
  }
}
