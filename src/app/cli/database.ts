import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ownSecretKey } from '../../domain/users/secret-file.ts';
import { DatabaseFolderInUse, startEmbedded } from '../../platform/embedded-postgres/index.ts';
import { runningUrl } from '../../platform/embedded-postgres/running.ts';
import { redactedAddress } from '../../platform/postgres/address.ts';
import { migrateDatabase } from '../../platform/postgres/migrate.ts';
import { type Orm, openOrm } from '../../platform/postgres/orm.ts';
import type { Config } from '../config.ts';
import { DATABASE_SCHEMA } from '../database-schema.ts';
import { CommandError } from './console.ts';

interface OpenDatabase {
  url: string;
  close(): Promise<void>;
}

/** What is said where there is no calendar. @param offersCreate whether the command has the option `--create` */
function noCalendar({ databaseUrl, dataDir }: Config, offersCreate: boolean): string {
  const [place, setting] =
    databaseUrl === undefined
      ? [`the folder ${resolve(dataDir)}`, 'DATA_DIR to the folder of yours']
      : [`the database at ${redactedAddress(databaseUrl)}`, 'DATABASE_URL to the database of yours'];
  const maker = offersCreate ? '"npm start" or --create' : '"npm start"';
  return `There is no calendar in ${place}: set ${setting}, or make one there with ${maker}.`;
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

interface OpenOptions {
  /** Whether a calendar is made where there is none; undefined for commands that cannot. */
  create?: boolean | undefined;
}

/**
 * Runs a command on the configured database, after bringing it up to date.
 * @throws CommandError, EmbeddedDatabaseError, DatabaseError
 */
export async function withDatabase<T>(
  config: Config,
  work: (opened: Opened) => Promise<T>,
  { create }: OpenOptions = {},
): Promise<T> {
  const whereNone = create ? undefined : noCalendar(config, create !== undefined);
  const isMissing = config.embedded && !existsSync(join(config.dataDir, 'postgres'));
  if (whereNone !== undefined && isMissing) throw new CommandError(whereNone);
  const connection = await findDatabase(config);
  try {
    await migrateDatabase(connection.url, DATABASE_SCHEMA, { whereNone });
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
