import { Socket } from 'node:net';
import pg from 'pg';
import { errorCode } from '../../lib/object.ts';
import { hostAndPort, requireAddress } from './address.ts';
import { type ServerRole, Servers } from './servers.ts';

/** How long a connection is silent before the system checks that the other side is still there. */
const KEEP_ALIVE_MS = 10_000;
const DEFAULT_PORT = 5432;

/** How a connection is made. Settings in the address win over those given here. */
interface ClientOptions extends Omit<pg.ClientConfig, 'connectionString' | 'connectionTimeoutMillis'> {
  /** The same for all connections of one pool, because they remember which server it was last. */
  readonly servers: Servers;
  /** How long it may take in all, in milliseconds. */
  readonly connectMs: number;
}

/** `read_only_sql_transaction`: this server is, or has become, one that takes no writes. */
const READ_ONLY = '25006';
export const isReadOnly = (error: unknown): boolean => errorCode(error) === READ_ONLY;

/** Whether the server ends the connection with this error, or refuses it. */
export const endsConnection = ({ severity }: pg.DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC';

const LATE = 'timeout expired';

type Callback = (error: Error | null, client?: pg.Client) => void;

/** A connection that can be aborted at once, whatever the server does; `end` waits for an answer. */
export class Client extends pg.Client {
  readonly #socket: Socket;
  readonly #servers: Servers;
  readonly #connectMs: number;

  constructor({ servers, connectMs, ...config }: ClientOptions) {
    const socket = new Socket();
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
      connectionString: servers.any,
      stream: () => socket,
    });
    this.#socket = socket;
    this.#servers = servers;
    this.#connectMs = connectMs;
    // Queries that wait for an answer fail with them; without listeners the errors would end the process.
    this.on('error', () => {});
    socket.on('error', () => {});
  }

  /**
   * Connects to the server that can be used; names are looked up each time.
   * @throws an error with the code ETIMEDOUT when it takes too long, 25006 when the server takes no writes
   */
  override connect(): Promise<this>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(() => callback(null, this), callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    const timer = setTimeout(() => this.abort(timedOut(LATE)), this.#connectMs);
    try {
      if (this.#servers.areSeveral) await this.#choose();
      await super.connect();
      if (this.#servers.role !== 'any') await this.#assertRole();
      return this;
    } catch (error) {
      this.#socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #choose(): Promise<void> {
    const { host, port } = hostAndPort(await this.#servers.find(this.#connectMs));
    if (this.#socket.destroyed) throw timedOut(LATE);
    this.host = host;
    this.port = Number(port) || DEFAULT_PORT;
  }

  async #assertRole(): Promise<void> {
    const { rows } = await this.query<{ transaction_read_only: string }>('show transaction_read_only');
    const takesWrites = rows[0]?.transaction_read_only === 'off';
    if (takesWrites === (this.#servers.role === 'primary')) return;
    if (takesWrites) throw new Error('it is not a standby');
    throw Object.assign(new Error('it takes no writes at present, as a standby does'), { code: READ_ONLY });
  }

  /** Closes it at once; everything that waits for an answer fails with the error. */
  abort(error: Error): void {
    this.#socket.destroy(error);
  }
}

/** The server did not answer in time. */
export const timedOut = (message: string): Error => Object.assign(new Error(message), { code: 'ETIMEDOUT' });

/** The servers of an address, found by connecting to them. @param wanted what the address says unless given */
export function serversOf(text: string, wanted?: ServerRole): Servers {
  const address = requireAddress(text);
  const role = wanted ?? (address.isForWriting ? 'primary' : 'any');
  return new Servers(address, role, async (server, limitMs) => {
    const client = new Client({ servers: serversOf(server, role), connectMs: limitMs });
    await client.connect();
    await client.end().catch(() => {});
  });
}
