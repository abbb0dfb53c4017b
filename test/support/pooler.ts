import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { fatal } from './mute-proxy.ts';

export interface Pooler {
  /** The address of the database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A message of PostgreSQL's protocol: a letter, its length, and its content. */
interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Calls `each` with every message that arrives.
 * @param isFirst whether the next message has no letter, like a client's first
 */
function onMessages(socket: Duplex, isFirst: boolean, each: (message: Message) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let start = isFirst ? 0 : 1;
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= start + 4 && rest.length >= start + rest.readInt32BE(start)) {
      const end = start + rest.readInt32BE(start);
      const bytes = rest.subarray(0, end);
      rest = rest.subarray(end);
      const type = start === 1 ? String.fromCharCode(bytes[0] ?? 0) : '';
      start = 1;
      each({ type, bytes });
    }
  });
}

function message(type: string, ...parts: (string | number)[]): Buffer {
  const bodies = parts.map((part) => {
    if (typeof part === 'string') return Buffer.from(`${part}\0`);
    const number = Buffer.alloc(4);
    number.writeInt32BE(part);
    return number;
  });
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + Buffer.concat(bodies).length, 1);
  return Buffer.concat([head, ...bodies]);
}

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const WELCOME = Buffer.concat([
  message('R', 0),
  message('S', 'server_version', '18'),
  message('S', 'client_encoding', 'UTF8'),
  message('S', 'standard_conforming_strings', 'on'),
  message('K', 1, 1),
  READY,
]);
const SETTING = /(statement_timeout|lock_timeout|idle_in_transaction_session_timeout)/;

const ROLLBACK = message('Q', 'rollback');
const IDLE = 'I'.charCodeAt(0);

/** A connection to the database, and its current client. */
class Shared {
  readonly #socket: Duplex;
  readonly #onFree: (shared: Shared) => void;
  #client: Duplex | undefined;
  /** The number of `ready` messages that the server still has to send. */
  #awaited = 0;

  constructor(socket: Duplex, onFree: (shared: Shared) => void) {
    this.#socket = socket;
    this.#onFree = onFree;
    onMessages(socket, false, (message) => this.#answered(message));
  }

  #answered({ type, bytes }: Message): void {
    this.#client?.write(bytes);
    if (type !== 'Z') return;
    this.#awaited -= 1;
    if (this.#awaited > 0) return;
    if (bytes[5] === IDLE) {
      this.#client = undefined;
      this.#onFree(this);
    } else if (!this.#client) this.send({ type: 'Q', bytes: ROLLBACK });
  }

  belongTo(client: Duplex): void {
    this.#client = client;
  }

  send({ type, bytes }: Message): void {
    if (type === 'Q' || type === 'S') this.#awaited += 1;
    this.#socket.write(bytes);
  }

  /** Its client has disconnected, perhaps in the middle of a transaction. */
  leave(): void {
    this.#client = undefined;
    if (this.#awaited === 0) this.send({ type: 'Q', bytes: ROLLBACK });
  }
}

/**
 * A pooler in transaction mode, as PgBouncer without prepared statements: its clients share a few connections, each
 * transaction uses any free one, and the next one finds what the previous one left behind (a name, a setting, a lock, a
 * LISTEN). It does not authenticate its clients.
 */
export async function startPooler(databaseUrl: string, { size = 4 } = {}): Promise<Pooler> {
  const free: Shared[] = [];
  const waiting: ((shared: Shared) => void)[] = [];
  const owners = new Map<Shared, () => void>();
  const onFree = (shared: Shared): void => {
    owners.get(shared)?.();
    const next = waiting.shift();
    if (next) next(shared);
    // Reuses the connection that has been free for longest, so that clients see all of them.
    else free.push(shared);
  };

  const servers: pg.Client[] = [];
  for (let n = 0; n < size; n++) {
    const made = new pg.Client({ connectionString: databaseUrl });
    made.on('error', () => {});
    await made.connect();
    servers.push(made);
    // It has logged in; from now on this process reads and writes its connection.
    const { stream } = made.connection;
    stream.removeAllListeners('data');
    free.push(new Shared(stream, onFree));
  }

  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client.setNoDelay());
    let own: Shared | undefined;
    /** Messages that wait for a free connection. */
    const held: Message[] = [];
    const take = (shared: Shared): void => {
      if (client.destroyed) {
        onFree(shared);
        return;
      }
      own = shared;
      shared.belongTo(client);
      owners.set(shared, () => {
        own = undefined;
      });
      for (const message of held.splice(0)) shared.send(message);
    };
    client.on('error', () => {});
    client.on('close', () => {
      clients.delete(client);
      own?.leave();
    });
    onMessages(client, true, (message) => {
      const { type, bytes } = message;
      if (type === '') {
        const [setting] = SETTING.exec(bytes.toString('latin1')) ?? [];
        if (setting) client.end(fatal('08P01', `unsupported startup parameter: ${setting}`));
        else client.write(WELCOME);
      } else if (type === 'X') client.end();
      else if (own) own.send(message);
      else {
        held.push(message);
        if (held.length > 1) return;
        const next = free.shift();
        if (next) take(next);
        else waiting.push(take);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { username, password, pathname } = new URL(databaseUrl);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async stop() {
      server.close();
      for (const client of clients) client.destroy();
      for (const { connection } of servers) connection.stream.destroy();
    },
  };
}
