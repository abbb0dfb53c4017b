import { clientClosed, type Semaphore } from '../../lib/semaphore.ts';
import {
  type ConcurrencyLimits,
  NO_READ_LIMITS,
  type Pausing,
  type ReadKind,
  type ReadLimiter,
  type ReadOptions,
} from '../../platform/postgres/concurrency-limits.ts';

interface LimitsOptions {
  readonly concurrency: ConcurrencyLimits;
  /** Whose share of them the request uses; see `clientOf` in lib/network.ts. */
  readonly client: string;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal | undefined;
}

/** What one request may use of the limits that all requests share. Inside a transaction it waits for none of them. */
export class RequestLimits {
  /** How many records of lists an operation may have, if it asks for several lists. */
  expected = 0;
  readonly #options: LimitsOptions;
  readonly #isInTransaction: boolean;
  #reads: ReadLimiter;
  /** How many places in memory it has of which semaphore, or waits for. */
  readonly #reserved = new Map<
    Semaphore,
    { readonly weight: number; readonly place: Promise<void> | undefined }
  >();

  constructor(options: LimitsOptions, isInTransaction = false) {
    this.#options = options;
    this.#isInTransaction = isInTransaction;
    this.#reads = isInTransaction ? NO_READ_LIMITS : options.concurrency.forClient(options.client);
  }

  /** The limits of the same request, with nothing reserved and no operation begun. */
  fork({
    isInTransaction = this.#isInTransaction,
    signal = this.#options.signal,
  }: {
    isInTransaction?: boolean;
    signal?: AbortSignal | undefined;
  } = {}): RequestLimits {
    return new RequestLimits({ ...this.#options, signal }, isInTransaction);
  }

  /** @throws ServiceError client_closed_request once the client has disconnected */
  throwIfAborted(): void {
    if (this.#options.signal?.aborted) throw clientClosed();
  }

  /** Runs a statement that may take long, as {@link ReadLimiter.run} says. */
  run<T>(kind: ReadKind, read: () => Promise<T>, options?: ReadOptions): Promise<T> {
    return this.#reads.run(kind, read, options);
  }

  /**
   * Runs a write once there is a place for it.
   * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
   */
  runWrite<T>(write: () => Promise<T>): Promise<T> {
    const { concurrency, client, signal } = this.#options;
    return concurrency.writes.run(write, { client, signal });
  }

  /** From now on only some of the lists run at once. @param operation see {@link ReadLimiter.forOperation} */
  beginOperation(operation: Pausing | undefined): void {
    this.#reads = this.#reads.forOperation(operation);
  }

  /** See {@link ReadLimiter.pause}. */
  get pause(): Promise<unknown> | undefined {
    return this.#reads.pause;
  }

  /**
   * Waits until there is memory for the records of an answer that is about to be made. Once it has any, a
   * request does not wait again: it would hold what others wait for. {@link release} has to be called. Inside a
   * transaction nothing waits.
   * @param records of the first list, or that a single record is linked to; what {@link expected} says counts if
   * it is more
   * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
   */
  reserve(records: number): Promise<void> | undefined {
    return this.#acquireOnce(this.#options.concurrency.records, Math.max(records, this.expected));
  }

  /**
   * The same, after {@link reserve}, for what the records of a list are linked to.
   * @param records each counts once, however many are linked to it
   * @throws ServiceError service_unavailable 503
   */
  reserveLinked(records: number): Promise<void> | undefined {
    return records === 0 ? undefined : this.#acquireOnce(this.#options.concurrency.linked, records);
  }

  /**
   * The same, after both, for writing an answer, which repeats the texts of linked records.
   * @throws ServiceError service_unavailable 503
   */
  reserveCharacters(characters: number): Promise<void> | undefined {
    return this.#acquireOnce(this.#options.concurrency.characters, characters);
  }

  #acquireOnce(semaphore: Semaphore, weight: number): Promise<void> | undefined {
    if (this.#isInTransaction) return undefined;
    const held = this.#reserved.get(semaphore);
    if (held) return held.place;
    const { client, signal } = this.#options;
    const place = semaphore.acquire({ client, signal, weight });
    this.#reserved.set(semaphore, { weight, place });
    place?.catch(() => void this.#reserved.delete(semaphore));
    return place;
  }

  /** Gives back what was reserved: the answer has been made, or nobody wants it any more. */
  release(): void {
    const { client } = this.#options;
    for (const [semaphore, { weight, place }] of this.#reserved) {
      const free = (): void => semaphore.release({ client, weight });
      // What still waits is refused by its signal.
      if (place) place.then(free, () => {});
      else free();
    }
    this.#reserved.clear();
  }
}
