import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl } from './address.ts';
import { readPassword } from './cluster.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { lockOwner } from './lock.ts';

/** The port that PostgreSQL uses by default; it is part of the name of the socket. */
const PORT = 5432;

/**
 * Address of the database that a running service has started in the folder, for commands beside it.
 * @throws EmbeddedDatabaseError when none runs, or it has no socket, as on Windows
 */
export function runningUrl(dataDir: string): string {
  const folder = realpathSync(dataDir);
  const socketFolder = lockOwner(folder)?.socketFolder;
  if (socketFolder === undefined)
    throw new EmbeddedDatabaseError('The running service cannot be reached; stop it first, or use its API.');
  return databaseUrl(
    'calendar',
    readPassword(join(folder, 'postgres')),
    { host: socketFolder, port: PORT, socketFolder },
    'calendar',
  );
}
