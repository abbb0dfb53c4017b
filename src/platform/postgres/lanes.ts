import { Semaphore } from '../../lib/semaphore.ts';
import type { Limits } from './limits.ts';

/** Most requests, or parts of requests, that may wait in one lane, and how many of one client. */
const QUEUES = { queue: 500, queuePerClient: 250 };
/**
 * How many records of lists may be in memory for answers that are being made. Each may have texts of 400,000
 * characters, but few have; two pages of the largest size keep a process busy.
 */
const MOST_RECORDS = 400;
/**
 * How many characters the answers of REST may have together while they are written and encoded, which takes several
 * times as many bytes: two pages of the largest size.
 */
const MOST_CHARACTERS = 40_000_000;

interface Statement {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** Whether it is expected to take long: it then has to wait for others of that sort first. */
  readonly isLong?: boolean;
}

/** Gives statements of a request that may take long their turn, so that they leave connections to others. */
export interface ReadTurns {
  /**
   * @param lane of lists; of counts, which others may wait for too and which are not given up with the request
   * @throws ServiceError service_unavailable 503 when too many wait or it takes too long
   */
  take<T>(lane: 'lists' | 'counts', work: () => Promise<T>, statement?: Statement): Promise<T>;
  /**
   * For an operation that may ask for many lists: only some of them run at once.
   * @param operation whose pauses these turns tell, if it makes any
   */
  ofOne(operation?: Pausing): ReadTurns;
  /** Resolves when a long operation goes on that lets others have their turn; undefined unless it waits. */
  readonly pause?: Promise<unknown> | undefined;
}

type Pausing = Pick<ReadTurns, 'pause'>;

/**
 * Slow work may use only a share of the connections: lists, counts, and writes, which wait for locks. Each
 * kind gets less than half, so that single records and small lists always find a connection, even while a
 * table is locked or every list takes seconds. In each lane clients have their turn one after the other, and
 * what is expected to take long has half of the places of lists (rules#turns, decisions/0054).
 */
export class Lanes {
  readonly lists: Semaphore;
  readonly long: Semaphore;
  readonly counts: Semaphore;
  readonly writes: Semaphore;
  /** Counts records; see {@link MOST_RECORDS}. One client may have half of them. */
  readonly records: Semaphore;
  /**
   * Counts what records of lists are linked to, as many as {@link records}. It is acquired after those, never the
   * other way round.
   */
  readonly linked: Semaphore;
  /** See {@link MOST_CHARACTERS}; acquired last. One client may have half of them. */
  readonly characters: Semaphore;

  constructor(
    poolSize: number,
    { wait, statement }: Pick<Limits, 'wait' | 'statement'>,
    { records, characters } = { records: MOST_RECORDS, characters: MOST_CHARACTERS },
  ) {
    const share = Math.max(1, Math.floor((poolSize - 1) / 2));
    const limits = (ms: number) => (ms > 0 ? { wait: ms, ...QUEUES } : {});
    this.lists = new Semaphore(share, limits(wait));
    this.long = new Semaphore(Math.max(1, Math.floor(share / 2)), limits(wait));
    this.writes = new Semaphore(share, limits(wait));
    // Counts leave one place to lists: who asks for a list with a new filter waits for both.
    this.counts = new Semaphore(Math.max(1, share - 1), limits(statement));
    const halved = (places: number) =>
      new Semaphore(places, { ...limits(wait), perClient: Math.ceil(places / 2) });
    this.records = halved(records);
    this.linked = halved(records);
    this.characters = halved(characters);
  }

  /** The turns of a client; see `clientOf` in lib/network.ts. */
  of(client: string): ReadTurns {
    return new ClientTurns(this, client);
  }
}

class ClientTurns implements ReadTurns {
  readonly #lanes: Lanes;
  readonly #client: string;

  constructor(lanes: Lanes, client: string) {
    this.#lanes = lanes;
    this.#client = client;
  }

  take<T>(
    lane: 'lists' | 'counts',
    work: () => Promise<T>,
    { signal, isLong = false }: Statement = {},
  ): Promise<T> {
    const { lists, counts, long } = this.#lanes;
    const client = this.#client;
    // Counts are not given up with the request.
    const acquiring = lane === 'lists' ? { client, signal } : { client };
    const inLane = (): Promise<T> =>
      lane === 'lists' ? lists.run(work, acquiring) : counts.run(() => lists.run(work, acquiring), acquiring);
    // What is long waits for its like before it waits in a lane, where it would be in front of what is not.
    return isLong ? long.run(inLane, acquiring) : inLane();
  }

  ofOne(operation?: Pausing): ReadTurns {
    return new OwnTurns(this, operation);
  }
}

/** For tools: who waits, waits without end. */
export const UNLIMITED = new Lanes(
  10,
  { wait: 0, statement: 0 },
  { records: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY },
);

/** Inside a transaction, which has its connection: waiting for a turn while holding one could deadlock. */
export const WITHOUT_TURNS: ReadTurns = {
  take: (_lane, work) => work(),
  ofOne: () => WITHOUT_TURNS,
};

/** How many lists of one request run at the same time; others get their turn in between. */
const MOST_LISTS = 2;

/** The turns of one operation. */
class OwnTurns implements ReadTurns {
  readonly #turns: ReadTurns;
  readonly #operation: Pausing | undefined;
  readonly #lists = new Semaphore(MOST_LISTS);
  readonly #counts = new Semaphore(1);

  constructor(turns: ReadTurns, operation: Pausing | undefined) {
    this.#turns = turns;
    this.#operation = operation;
  }

  get pause(): Promise<unknown> | undefined {
    return this.#operation?.pause;
  }

  take<T>(lane: 'lists' | 'counts', work: () => Promise<T>, statement: Statement = {}): Promise<T> {
    const taken = (): Promise<T> => this.#turns.take(lane, work, statement);
    return lane === 'lists' ? this.#lists.run(taken, { signal: statement.signal }) : this.#counts.run(taken);
  }

  ofOne(): ReadTurns {
    return this;
  }
}
