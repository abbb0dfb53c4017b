import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedDatabaseError, type Identity } from './programs.ts';

/** Where the server listens: a private folder for its socket, or a port of the loopback address, or both. */
export interface ServerAddress {
  host: string;
  port: number;
  socketFolder: string | undefined;
}

/** macOS has the lowest limit for the path of a socket, 103 bytes; the name of the socket itself takes 14. */
const LONGEST_FOLDER = 103 - 20;

/**
 * Sockets do not live in the data folder: its path may be too long, and mounted folders often cannot hold
 * sockets.
 */
export async function prepareAddress(port: number | undefined): Promise<ServerAddress> {
  if (process.platform === 'win32')
    return { host: '127.0.0.1', port: port ?? (await anyFreePort()), socketFolder: undefined };
  const socketFolder = makeSocketFolder();
  return { host: socketFolder, port: port ?? 5432, socketFolder };
}

function makeSocketFolder(): string {
  for (const parent of ['/tmp', tmpdir()]) {
    const prefix = join(parent, 'calendar-');
    if (Buffer.byteLength(prefix) + 6 > LONGEST_FOLDER) continue;
    try {
      // mkdtemp makes the folder 0700, so no other user gets as far as being asked for the password.
      return mkdtempSync(prefix);
    } catch {}
  }
  throw new EmbeddedDatabaseError(
    `No socket folder can be made: neither /tmp nor ${tmpdir()} is writable and short enough.`,
  );
}

/** Gives the user that the server runs under access to the socket folder. */
export function openTo(identity: Identity, { socketFolder }: ServerAddress): void {
  if (socketFolder !== undefined && identity.as !== undefined)
    chownSync(socketFolder, identity.as.uid, identity.as.gid);
}

export function removeSocketFolder(folder: string | undefined): void {
  // The name may come from a lock file, so a folder is removed only if its name looks like one of ours.
  if (folder !== undefined && /[\\/]calendar-\w{6}$/.test(folder))
    rmSync(folder, { recursive: true, force: true });
}

/** The socket folder is percent-encoded in place of the host, which pg, libpq and every URL parser take. */
export function databaseUrl(
  user: string,
  password: string,
  { host, port }: ServerAddress,
  database: string,
): string {
  return `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}

function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
