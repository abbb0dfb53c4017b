import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { embeddedSecretKey } from '../../domain/users/secret-file.ts';
import { errorCode } from '../../lib/object.ts';
import { DatabaseFolderInUse, runningUrl, startEmbedded } from '../../platform/embedded-postgres/index.ts';
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

const databaseIn = (dataDir: string): string => join(dataDir, 'postgres');

/** Whether a data folder has no database; false if this user cannot access the folder, because it may have one. */
function isMissingIn(dataDir: string): boolean {
  try {
    statSync(databaseIn(dataDir));
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(String(errorCode(error)));
  }
}

/** Suggests the parent folder or `.data` if it has a database; `''` if neither has one. */
function folderSuggestion(dataDir: string): string {
  const near = [join(dataDir, '.data'), dirname(dataDir)].find((folder) =>
    existsSync(join(databaseIn(folder), 'PG_VERSION')),
  );
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** The error message for a missing calendar. @param offersCreate whether the command has the option `--create` */
function noCalendar({ databaseUrl, dataDir }: Config, offersCreate: boolean): string {
  const [place, hint, setting] =
    databaseUrl === undefined
      ? [`the folder ${resolve(dataDir)}`, folderSuggestion(resolve(dataDir)), 'DATA_DIR to the folder']
      : [`the database at ${redactedAddress(databaseUrl)}`, '', 'DATABASE_URL to the database'];
  const maker = offersCreate ? '"npm start" or --create' : '"npm start"';
  return `There is no calendar in ${place}.${hint} Set ${setting} of your calendar. ${maker} creates a new one there.`;
}

/** Opens the database of DATABASE_URL, or the embedded one, which it starts for the command if no service runs it. */
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

interface Opened {
  orm: Orm;
  /** SECRET_KEY, or the key of the embedded database. */
  secretKey: string | undefined;
}

interface OpenOptions {
  /** Whether to create a missing calendar; undefined for commands without this option. */
  create?: boolean | undefined;
}

/**
 * Runs a command on the configured database, after migrating it.
 * @throws CommandError, EmbeddedDatabaseError, DatabaseError
 */
export async function withDatabase<T>(
  config: Config,
  work: (opened: Opened) => Promise<T>,
  { create }: OpenOptions = {},
): Promise<T> {
  const messageIfMissing = create ? undefined : noCalendar(config, create !== undefined);
  if (messageIfMissing !== undefined && config.embedded && isMissingIn(config.dataDir))
    throw new CommandError(messageIfMissing);
  const connection = await findDatabase(config);
  try {
    await migrateDatabase(connection.url, DATABASE_SCHEMA, { messageIfMissing });
    const orm = await openOrm(connection.url, 1, DATABASE_SCHEMA.entities);
    try {
      return await work({
        orm,
        secretKey:
          config.secretKey ?? (config.embedded ? await embeddedSecretKey(config.dataDir) : undefined),
      });
    } finally {
      await orm.close();
    }
  } finally {
    await connection.close();
  }
}
