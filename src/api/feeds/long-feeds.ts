import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';

/** How much memory one feed may take that several clients read, gzipped, */
const MAX_EACH = 8 * 1024 * 1024;
/** and all of them, in bytes. */
const MAX_BYTES = 3 * MAX_EACH;
/** Half the time of the usual level, for a tenth more bytes. */
const GZIP = { level: 3, flush: constants.Z_SYNC_FLUSH };

/** What is known of changes. */
interface Changes {
  /** Increases with every change that becomes known. */
  readonly changeCount: number;
  onInvalidate(listener: () => void): void;
}

/** Somebody who reads a feed. */
interface Reader {
  /** How many of its chunks have been read. */
  at: number;
}

/**
 * A feed that is made once for all who read it: gzipped, as fast as it can be made, until nobody reads it any more. One that
 * turns out to be too long to be held is made on no faster than the slowest of its readers.
 */
export class LongFeed {
  readonly #chunks: Buffer[] = [];
  /** How many chunks before these have been read by everybody, and are gone. */
  #gone = 0;
  #bytes = 0;
  #state: 'making' | 'made' | 'failed' = 'making';
  #error: unknown;
  readonly #readers = new Set<Reader>();
  readonly #abort = new AbortController();
  #changed = Promise.withResolvers<void>();
  readonly #onEnd: () => void;

  /** @param onEnd called when it is no longer made, and when somebody no longer reads it */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Aborted when nobody reads it before it has been made. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Whether all of it is there for whoever comes. */
  get isWhole(): boolean {
    return this.#gone === 0 && this.#state !== 'failed' && !this.#abort.signal.aborted;
  }

  get isRead(): boolean {
    return this.#readers.size > 0;
  }

  /** How much memory it takes, or may come to take. */
  get size(): number {
    return this.#state === 'making' ? MAX_EACH : this.#bytes;
  }

  /** Resolves once its beginning is there. @throws what went wrong until then */
  async begun(): Promise<void> {
    while (this.#chunks.length === 0 && this.#state === 'making') await this.#changed.promise;
    if (this.#state === 'failed') throw this.#error;
  }

  /** Lets somebody read it, who has to {@link leave} it. */
  join(): Reader {
    const reader: Reader = { at: 0 };
    this.#readers.add(reader);
    return reader;
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
    if (this.#readers.size === 0 && this.#state === 'making') this.#abort.abort();
    this.#notify();
    this.#onEnd();
  }

  /** Its bytes, as they come. @throws what went wrong */
  async *read(reader: Reader): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.#chunks[reader.at - this.#gone];
      if (chunk) {
        yield chunk;
        reader.at++;
        this.#notify();
      } else if (this.#state === 'failed') throw this.#error;
      else if (this.#state === 'made') return;
      else await this.#changed.promise;
    }
  }

  /** Makes it. Never rejects: its readers get the error. */
  async make(pieces: AsyncGenerator<string>): Promise<void> {
    const { signal } = this;
    const keep = async (made: AsyncIterable<Buffer>): Promise<void> => {
      for await (const chunk of made) await this.#add(chunk);
    };
    try {
      await pipeline(Readable.from(pieces), createGzip(GZIP), keep, { signal });
      this.#state = 'made';
    } catch (error) {
      this.#state = 'failed';
      this.#error = error;
    }
    this.#notify();
    this.#onEnd();
  }

  async #add(chunk: Buffer): Promise<void> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#notify();
    while (this.#bytes > MAX_EACH && !this.#abort.signal.aborted) {
      this.#drop();
      if (this.#bytes > MAX_EACH) await this.#changed.promise;
    }
  }

  /** Drops what everybody has read. */
  #drop(): void {
    const read = Math.min(...[...this.#readers].map(({ at }) => at)) - this.#gone;
    for (const chunk of this.#chunks.splice(0, read)) this.#bytes -= chunk.length;
    this.#gone += read;
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** Long feeds that are made, and those that have been, until something is stored (decisions/0090). */
export class LongFeeds {
  readonly #changes: Changes;
  #changeCount = 0;
  /** Those that whoever comes may read, by what they are made of; the first were made first. */
  readonly #shared = new Map<string, LongFeed>();
  /** These, and others that are still read. */
  readonly #held = new Set<LongFeed>();

  constructor(changes: Changes) {
    this.#changes = changes;
    changes.onInvalidate(() => this.#forget());
  }

  /** A feed that is there, or is being made. */
  find(tag: string): LongFeed | undefined {
    const feed = this.#shared.get(tag);
    return feed?.isWhole ? feed : undefined;
  }

  /** A feed that has to be made; undefined while there is no memory for it. */
  add(tag: string): LongFeed | undefined {
    for (const key of this.#shared.keys()) {
      if (this.#hasRoom()) break;
      this.#shared.delete(key);
      this.#release();
    }
    if (!this.#hasRoom()) return undefined;
    const feed = new LongFeed(() => this.#release());
    this.#shared.set(tag, feed);
    this.#held.add(feed);
    return feed;
  }

  #hasRoom(): boolean {
    const held = [...this.#held].reduce((sum, { size }) => sum + size, 0);
    return held + MAX_EACH <= MAX_BYTES;
  }

  #forget(): void {
    const { changeCount } = this.#changes;
    if (changeCount === this.#changeCount) return;
    this.#changeCount = changeCount;
    this.#shared.clear();
    this.#release();
  }

  /** Forgets what can be read no more. */
  #release(): void {
    for (const [tag, feed] of this.#shared) if (!feed.isWhole) this.#shared.delete(tag);
    const shared = new Set(this.#shared.values());
    for (const feed of this.#held) if (!feed.isRead && !shared.has(feed)) this.#held.delete(feed);
  }
}
