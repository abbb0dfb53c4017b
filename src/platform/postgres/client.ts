import { Socket } from 'node:net';
import pg from 'pg';
import { errorCode } from '../../lib/object.ts';

/** How long a connection is silent before the system checks that the other side is still there. */
const KEEP_ALIVE_MS = 10_000;

/** How a connection is made. Settings in the address win over those given here. */
interface ClientOptions extends Omit<pg.ClientConfig, 'connectionString' | 'connectionTimeoutMillis'> {
  readonly url: string;
  /** How long it may take in all, in milliseconds. */
  readonly connectMs: number;
}

/** `read_only_sql_transaction`: this server is, or has become, one that takes no writes. */
const READ_ONLY = '25006';
export const isReadOnly = (error: unknown): boolean => errorCode(error) === READ_ONLY;

type Callback = (error: Error | null, client?: pg.Client) => void;

/** A connection that can be aborted at once, whatever the server does; `end` waits for an answer. */
export class Client extends pg.Client {
  readonly #socket: Socket;
  readonly #connectMs: number;

  constructor({ url, connectMs, ...config }: ClientOptions) {
    const socket = new Socket();
    super({
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
      connectionString: url,
      stream: () => socket,
    });
    this.#socket = socket;
    this.#connectMs = connectMs;
    // Queries that wait for an answer fail with them; without listeners the errors would end the process.
    this.on('error', () => {});
    socket.on('error', () => {});
  }

  /** @throws an error with the code ETIMEDOUT when it takes too long */
  override connect(): Promise<this>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(() => callback(null, this), callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    const timer = setTimeout(() => this.abort(timedOut('timeout expired')), this.#connectMs);
    try {
      await super.connect();
      return this;
    } catch (error) {
      this.#socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes it at once; everything that waits for an answer fails with the error. */
  abort(error: Error): void {
    this.#socket.destroy(error);
  }
}

/** The server did not answer in time. */
export const timedOut = (message: string): Error => Object.assign(new Error(message), { code: 'ETIMEDOUT' });
