import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface MuteProxy {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** Number of open connections. */
  readonly open: number;
  /**
   * Silently drops all traffic, in both directions: of all connections, of LISTEN connections, or of present
   * connections.
   */
  mute(which: 'all' | 'listening' | 'present'): void;
  /** Forwards all traffic again, also of new connections. Dropped data stays lost. */
  unmute(): void;
  /** Sends new connections to another database, as when a name or an address moves. */
  lead(databaseUrl: string): void;
  /** Closes all connections. */
  cut(): void;
  stop(): Promise<void>;
}

interface MuteProxyOptions {
  /** Like PgBouncer's transaction mode: accepts LISTEN, and never delivers a notification. */
  deaf?: boolean;
  /** Like poolers: refuses connections with settings. */
  withoutSettings?: boolean;
  /** Any free port by default. */
  port?: number;
}

/** Drops the messages of one type that PostgreSQL sends. */
function without(type: string): (chunk: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const chunks: Buffer[] = [];
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      if (rest[0] !== type.charCodeAt(0)) chunks.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return Buffer.concat(chunks);
  };
}

/** PostgreSQL's response to a rejected connection. */
export function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

const SETTING = /(statement_timeout|lock_timeout|idle_in_transaction_session_timeout)/;

/** A TCP proxy in front of a PostgreSQL that can silently stop, as networks, frozen machines and some poolers do. */
export async function startMuteProxy(
  databaseUrl: string,
  { deaf, withoutSettings, port: wanted = 0 }: MuteProxyOptions = {},
): Promise<MuteProxy> {
  let target = new URL(databaseUrl);
  const toServer = (): Socket => {
    const host = decodeURIComponent(target.hostname) || 'localhost';
    const port = target.port || '5432';
    return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
  };
  const clients = new Map<Socket, { isListening: boolean; isPast: boolean }>();
  let muted: 'all' | 'listening' | 'present' | undefined;
  const upstreams = new Set<Socket>();
  let isStopped = false;

  const cut = (): void => {
    for (const socket of [...clients.keys(), ...upstreams]) socket.destroy();
  };

  const server = createServer((client) => {
    // It connected before the proxy was stopped, and arrives only now.
    if (isStopped) return void client.destroy();
    const state = { isListening: false, isPast: false };
    const isMute = (): boolean =>
      muted === 'all' ||
      (muted === 'listening' && state.isListening) ||
      (muted === 'present' && state.isPast);
    clients.set(client, state);
    const upstream = toServer();
    upstreams.add(upstream.once('close', () => upstreams.delete(upstream)));
    const filter = deaf ? without('A') : (chunk: Buffer) => chunk;
    let isFirst = true;
    client.on('data', (chunk) => {
      const setting = isFirst && withoutSettings ? SETTING.exec(chunk.toString('latin1')) : null;
      isFirst = false;
      if (setting) {
        client.end(fatal('08P01', `unsupported startup parameter: ${setting[1]}`));
        return upstream.destroy();
      }
      if (chunk.includes('listen calendar_')) state.isListening = true;
      if (!isMute()) upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (!isMute()) client.write(filter(chunk));
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        clients.delete(client);
        // While muted, the other end stays open: it has to detect the failure itself.
        if (!isMute()) other.destroy();
      });
    }
  }).listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : 0;
  const { username, password, pathname, search } = target;
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}${search}`,
    get open() {
      return clients.size;
    },
    mute(which) {
      muted = which;
      for (const state of clients.values()) state.isPast = true;
    },
    unmute() {
      muted = undefined;
    },
    lead(to) {
      target = new URL(to);
    },
    cut,
    async stop() {
      isStopped = true;
      server.close();
      cut();
    },
  };
}
