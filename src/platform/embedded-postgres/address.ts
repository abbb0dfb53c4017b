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
const MAX_FOLDER_BYTES = 103 - 20;

/** The socket is not in the data folder: its path may be too long, and mounted folders often do not support sockets. */
export async function prepareAddress(port: number | undefined): Promise<ServerAddress> {
  if (process.platform === 'win32')
    return { host: '127.0.0.1', port: port ?? (await anyFreePort()), socketFolder: undefined };
  const socketFolder = makeSocketFolder();
  return { host: socketFolder, port: port ?? 5432, socketFolder };
}

function makeSocketFolder(): string {
  for (const parent of ['/tmp', tmpdir()]) {
    const prefix = join(parent, 'calendar-');
    if (Buffer.byteLength(prefix) + 6 > MAX_FOLDER_BYTES) continue;
    try {
      // mkdtemp creates the folder with mode 0700, so other users cannot even connect.
      return mkdtempSync(prefix);
    } catch {}
  }
  throw new EmbeddedDatabaseError(
    `No folder for the database socket can be created: neither /tmp nor ${tmpdir()} is writable and short enough.`,
  );
}

/** Gives the user of the server access to the socket folder. */
export function grantSocketAccess(identity: Identity, { socketFolder }: ServerAddress): void {
  if (socketFolder !== undefined && identity.user !== undefined)
    chownSync(socketFolder, identity.user.uid, identity.user.gid);
}

export function removeSocketFolder(folder: string | undefined): void {
  // The name may come from a lock file, so only a folder with a matching name is removed.
  if (folder !== undefined && /[\\/]calendar-\w{6}$/.test(folder))
    rmSync(folder, { recursive: true, force: true });
}

/** The socket folder, percent-encoded, takes the place of the host; pg, libpq and URL parsers accept that. */
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
