import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { Bootstrapped } from '../../domain/authentication/bootstrap.ts';
import type { CacheInvalidator } from '../../platform/cache/cache-invalidator.ts';
import type { Change } from '../../platform/cache/change-log.ts';
import { countForWorkers } from '../../platform/cache/counter.ts';
import type { StopSignal } from './signals.ts';

/**
 * Messages between several processes on one port (WORKERS). They share nothing but the database. To clients
 * they are one instance, so a write is acknowledged only when all of them know that something has changed.
 * The primary process forwards the messages.
 */
type Message =
  | { kind: 'started'; url: string; administrator: Bootstrapped }
  | { kind: 'failed'; message: string }
  | ({ kind: 'broadcast' | 'change'; id: string } & ChangeMessage)
  | { kind: 'acknowledged' | 'delivered'; id: string };

/** What has changed, and which write changed it, if that is known. */
interface ChangeMessage {
  changes?: readonly Change[] | undefined;
  write?: string | undefined;
}

/**
 * How long a write waits until all workers know of it. A worker that takes longer is ending, and its
 * successor begins with empty caches.
 */
const ACK_TIMEOUT_MS = 500;
/** The pause before a worker that has ended by itself is replaced. */
const REPLACE_MS = 500;

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'kind' in message;

/** Sends a message to the primary, if that still runs. */
const sendToPrimary = (message: Message): void => void process.send?.(message);

export const reportStarted = (url: string, administrator: Bootstrapped): void =>
  sendToPrimary({ kind: 'started', url, administrator });
export const reportFailed = (message: string): void => sendToPrimary({ kind: 'failed', message });

/** In a worker: sends changes that are made here to the others, and receives theirs. */
export function connectToPrimary(invalidator: CacheInvalidator): void {
  const waiting = new Map<string, () => void>();
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.kind === 'delivered') waiting.get(message.id)?.();
    if (message.kind !== 'change') return;
    invalidator.invalidateFromPeer(message.changes, message.write);
    sendToPrimary({ kind: 'acknowledged', id: message.id });
  });
  invalidator.broadcastBy(async (changed, write) => {
    const id = randomUUID();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ACK_TIMEOUT_MS);
      waiting.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
      sendToPrimary({ kind: 'broadcast', id, changes: changed, write });
    });
    waiting.delete(id);
  });
}

/** Which workers have not confirmed each change yet. */
class ChangeBroadcasts {
  readonly #open = new Map<string, { origin: Worker; pending: Set<number> }>();

  send({ id, changes, write }: ChangeMessage & { id: string }, origin: Worker): void {
    const others = Object.values(cluster.workers ?? {}).filter(
      (worker) => worker !== undefined && worker !== origin && worker.isConnected(),
    );
    this.#open.set(id, { origin, pending: new Set(others.map((worker) => worker?.id ?? 0)) });
    for (const worker of others) worker?.send({ kind: 'change', id, changes, write } satisfies Message);
    this.#completeIfDone(id);
  }

  acknowledge(id: string, worker: Worker): void {
    this.#open.get(id)?.pending.delete(worker.id);
    this.#completeIfDone(id);
  }

  /** Ends the waiting for a worker that has ended. */
  dropWorker(worker: Worker): void {
    for (const id of this.#open.keys()) this.acknowledge(id, worker);
  }

  #completeIfDone(id: string): void {
    const change = this.#open.get(id);
    if (!change || change.pending.size > 0) return;
    this.#open.delete(id);
    if (change.origin.isConnected()) change.origin.send({ kind: 'delivered', id } satisfies Message);
  }
}

interface Workers {
  url: string;
  administrator: Bootstrapped;
  /** Ends all workers with the signal that the primary was given; resolves when they have ended. */
  stop(signal: StopSignal): Promise<void>;
}

/**
 * In the primary: starts the workers, forwards messages between them, and replaces those that end by
 * themselves.
 * @throws Error with the message of the first worker that cannot start
 */
export async function startWorkers(count: number, env: Record<string, string>): Promise<Workers> {
  const broadcasts = new ChangeBroadcasts();
  await countForWorkers();
  let stopping = false;
  let running = false;
  const fork = (): Promise<{ url: string; administrator: Bootstrapped }> => {
    const worker = cluster.fork(env);
    return new Promise((resolve, reject) => {
      worker.on('message', (message: unknown) => {
        if (!isMessage(message)) return;
        if (message.kind === 'started') resolve(message);
        else if (message.kind === 'failed') reject(new Error(message.message));
        else if (message.kind === 'broadcast') broadcasts.send(message, worker);
        else if (message.kind === 'acknowledged') broadcasts.acknowledge(message.id, worker);
      });
      worker.on('exit', (code) => {
        broadcasts.dropWorker(worker);
        reject(new Error(`A worker ended with code ${code} before it was ready.`));
        if (running && !stopping) setTimeout(() => stopping || fork().catch(() => {}), REPLACE_MS);
      });
    });
  };
  const stop = async (signal: StopSignal): Promise<void> => {
    stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      workers.map((worker) => {
        const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
        worker.process.kill(signal);
        return ended;
      }),
    );
  };
  try {
    const started = await Promise.all(Array.from({ length: count }, fork));
    running = true;
    const [first] = started;
    if (!first) throw new Error('WORKERS must be at least 1');
    // Only the worker that has generated a password can show it.
    const administrator =
      started.find((one) => one.administrator.password !== null)?.administrator ?? first.administrator;
    return { url: first.url, administrator, stop };
  } catch (error) {
    await stop('SIGINT');
    throw error;
  }
}
