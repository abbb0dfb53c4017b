import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { Bootstrapped } from '../access/bootstrap.ts';
import type { Changes } from '../memory/changes.ts';
import { countForWorkers } from '../memory/counter.ts';
import type { Change } from '../memory/log.ts';
import type { StopSignal } from './signals.ts';

/**
 * Several processes on one port (WORKERS). They share the database and nothing else; but as they are one
 * instance to its clients, a write is acknowledged only when all of them know that something has changed. The
 * primary passes the word on.
 */
type Message =
  | { kind: 'started'; url: string; administrator: Bootstrapped }
  | { kind: 'failed'; message: string }
  | ({ kind: 'changed' | 'change'; id: string } & ChangeMessage)
  | { kind: 'heard' | 'told'; id: string };

/** What has changed, and by which write, as far as that is known. */
interface ChangeMessage {
  changes?: readonly Change[] | undefined;
  write?: string | undefined;
}

/** A worker that says nothing for so long is dying, and will know nothing of the past when it comes back. */
const PATIENCE_MS = 500;
/** A worker that ends by itself is replaced, but not in a busy loop. */
const REPLACE_MS = 500;

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'kind' in message;

/** Sends to the primary; nobody listens once it is gone. */
const tell = (message: Message): void => void process.send?.(message);

export const tellStarted = (url: string, administrator: Bootstrapped): void =>
  tell({ kind: 'started', url, administrator });
export const tellFailed = (message: string): void => tell({ kind: 'failed', message });

/** In a worker: changes made here are told to the others, and theirs are heard. */
export function joinSiblings(changes: Changes): void {
  const waiting = new Map<string, () => void>();
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.kind === 'told') waiting.get(message.id)?.();
    if (message.kind !== 'change') return;
    changes.told(message.changes, message.write);
    tell({ kind: 'heard', id: message.id });
  });
  changes.spreadBy(async (changed, write) => {
    const id = randomUUID();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS);
      waiting.set(id, () => {
        clearTimeout(timer);
        resolve();
      });
      tell({ kind: 'changed', id, changes: changed, write });
    });
    waiting.delete(id);
  });
}

/** Who still has to hear of each change. */
class Switchboard {
  readonly #open = new Map<string, { origin: Worker; deaf: Set<number> }>();

  pass({ id, changes, write }: ChangeMessage & { id: string }, origin: Worker): void {
    const others = Object.values(cluster.workers ?? {}).filter(
      (worker) => worker !== undefined && worker !== origin && worker.isConnected(),
    );
    this.#open.set(id, { origin, deaf: new Set(others.map((worker) => worker?.id ?? 0)) });
    for (const worker of others) worker?.send({ kind: 'change', id, changes, write } satisfies Message);
    this.#settle(id);
  }

  heard(id: string, worker: Worker): void {
    this.#open.get(id)?.deaf.delete(worker.id);
    this.#settle(id);
  }

  /** Nobody waits for the dead. */
  gone(worker: Worker): void {
    for (const id of this.#open.keys()) this.heard(id, worker);
  }

  #settle(id: string): void {
    const change = this.#open.get(id);
    if (!change || change.deaf.size > 0) return;
    this.#open.delete(id);
    if (change.origin.isConnected()) change.origin.send({ kind: 'told', id } satisfies Message);
  }
}

export interface Workers {
  url: string;
  administrator: Bootstrapped;
  /** Ends all workers by the signal that the primary has got; resolves when they have. */
  stop(signal: StopSignal): Promise<void>;
}

/**
 * In the primary: starts the workers, passes the word between them, and replaces those that end by
 * themselves.
 * @throws Error with the message of the first worker that cannot start
 */
export async function startWorkers(count: number, env: Record<string, string>): Promise<Workers> {
  const switchboard = new Switchboard();
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
        else if (message.kind === 'changed') switchboard.pass(message, worker);
        else if (message.kind === 'heard') switchboard.heard(message.id, worker);
      });
      worker.on('exit', (code) => {
        switchboard.gone(worker);
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
    // The one that has generated a password is the one to tell it.
    const administrator =
      started.find((one) => one.administrator.password !== null)?.administrator ?? first.administrator;
    return { url: first.url, administrator, stop };
  } catch (error) {
    await stop('SIGINT');
    throw error;
  }
}
