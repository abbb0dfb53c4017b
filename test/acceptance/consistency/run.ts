/** One service instance under test. */
interface Instance {
  /** `…/calendar/events/v1` */
  readonly rest: string;
}

interface ConsistencyOptions {
  /** Instances on one database, two or more. */
  instances: readonly Instance[];
  authorization: string;
  seconds: number;
  /** Number of events to write and read. */
  events?: number;
  readersOfEach?: number;
  /** Longest allowed staleness of another instance, in milliseconds. */
  boundMs?: number;
}

interface Consistency {
  writes: number;
  reads: number;
  /** Reads older than an earlier acknowledgment of the same instance. */
  staleHere: string[];
  /** Reads older than an acknowledgment of another instance before the bound. */
  staleElsewhere: string[];
  /** The longest observed staleness of another instance, in milliseconds. */
  worstLagMs: number;
  /** Reads with a 304 response. */
  notModified: number;
}

interface Acknowledged {
  version: number;
  at: number;
  by: number;
}

/** The acknowledged versions of one event. It has a single writer, so that its versions are ordered. */
interface Subject {
  id: number;
  title: string;
  log: Acknowledged[];
}

/** Longer than the staleness bound, so that an instance that receives no invalidations is caught. */
const PHASE_MS = 1_600;

const titleOf = (subject: string, version: number): string => `${subject} version ${version}`;
const versionIn = (title: string): number => Number(/version (\d+)$/.exec(title)?.[1] ?? Number.NaN);

/**
 * Writers and readers on all instances at once. Compares every response with the writes acknowledged before its
 * request.
 */
class ConsistencyRun {
  readonly #options: Required<ConsistencyOptions>;
  readonly #subjects: Subject[] = [];
  readonly #result: Consistency = {
    writes: 0,
    reads: 0,
    staleHere: [],
    staleElsewhere: [],
    worstLagMs: 0,
    notModified: 0,
  };
  #start = 0;
  #end = 0;

  constructor(options: ConsistencyOptions) {
    this.#options = { events: 6, readersOfEach: 4, boundMs: 1_000, ...options };
  }

  async run(): Promise<Consistency> {
    const { events, readersOfEach, seconds, instances } = this.#options;
    for (let n = 0; n < events; n++) this.#subjects.push(await this.#create(n));
    this.#start = performance.now();
    this.#end = this.#start + seconds * 1000;
    const writers = this.#subjects.map((subject, n) => this.#write(subject, n));
    const readers = instances.flatMap((_, which) =>
      Array.from({ length: readersOfEach }, (_, n) => this.#read(which, n)),
    );
    await Promise.all([...writers, ...readers]);
    return this.#result;
  }

  async #send(which: number, path: string, init: RequestInit): Promise<Response> {
    const instance = this.#options.instances[which];
    if (!instance) throw new Error(`there is no instance ${which}`);
    return fetch(instance.rest + path, init);
  }

  async #post(which: number, path: string, body: object): Promise<{ id: number }> {
    const headers = { authorization: this.#options.authorization, 'content-type': 'application/json' };
    const response = await this.#send(which, path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} to a write: ${text}`);
    return JSON.parse(text) as { id: number };
  }

  async #create(n: number): Promise<Subject> {
    const instances = this.#options.instances.length;
    const title = `Subject ${n} ${Math.random().toString(36).slice(2, 8)}`;
    const times = {
      start_date: `2031-01-0${1 + (n % 9)} 10:00:00`,
      end_date: `2031-01-0${1 + (n % 9)} 11:00:00`,
    };
    const { id } = await this.#post(n % instances, '/events', { title: titleOf(title, 0), ...times });
    return { id, title, log: [{ version: 0, at: performance.now(), by: n % instances }] };
  }

  /**
   * The instance that takes a write: each instance alone in turn, then all round-robin. An instance invalidates its
   * own cache when it writes, so only an instance without writers shows whether it learns of the others' writes.
   */
  #writesTo(turn: number): number {
    const instances = this.#options.instances.length;
    const phase = Math.floor((performance.now() - this.#start) / PHASE_MS) % (instances + 1);
    return phase === instances ? turn % instances : phase;
  }

  /** One version after the other. */
  async #write(subject: Subject, n: number): Promise<void> {
    for (let version = 1; performance.now() < this.#end; version++) {
      const by = this.#writesTo(n + version);
      await this.#post(by, `/events/${subject.id}`, { title: titleOf(subject.title, version) });
      subject.log.push({ version, at: performance.now(), by });
      this.#result.writes += 1;
      // Pauses now and then, so that the caches fill; bursts test invalidation.
      if (version % 5 === 0) await pause(5 + (version % 7) * 20);
    }
  }

  async #read(which: number, n: number): Promise<void> {
    const tags = new Map<string, { tag: string; versions: Map<number, number> }>();
    for (let i = n; performance.now() < this.#end; i++) {
      const subject = this.#subjects[i % this.#subjects.length];
      if (!subject) return;
      const path =
        i % 3 === 2
          ? `/events?include=${this.#subjects.map(({ id }) => id).join(',')}&per_page=50`
          : `/events/${subject.id}`;
      const sentAt = performance.now();
      const before = tags.get(path);
      const headers: Record<string, string> = before ? { 'if-none-match': before.tag } : {};
      const response = await this.#send(which, path, { headers });
      const text = await response.text();
      this.#result.reads += 1;
      if (response.status === 304) this.#result.notModified += 1;
      else if (response.status !== 200) throw new Error(`${response.status} to a read: ${text}`);
      const versions = response.status === 304 ? before?.versions : versionsIn(text);
      if (!versions) throw new Error('304 to a read without a tag');
      const tag = response.headers.get('etag');
      if (tag !== null) tags.set(path, { tag, versions });
      for (const [id, version] of versions) this.#compare(which, id, version, sentAt);
      await pause(0);
    }
  }

  /** @param sentAt when the request was sent: the response must include everything acknowledged by then */
  #compare(which: number, id: number, version: number, sentAt: number): void {
    const subject = this.#subjects.find((one) => one.id === id);
    if (!subject) return;
    const missing = subject.log.filter((entry) => entry.version > version && entry.at <= sentAt);
    for (const { version: newer, at, by } of missing) {
      const lag = sentAt - at;
      const words = `event ${id}: version ${version} ${lag.toFixed(1)} ms after version ${newer} was acknowledged`;
      if (by === which) this.#result.staleHere.push(words);
      else {
        this.#result.worstLagMs = Math.max(this.#result.worstLagMs, lag);
        if (lag > this.#options.boundMs) this.#result.staleElsewhere.push(words);
      }
    }
  }
}

interface Shown {
  id: number;
  title: string;
}

function versionsIn(text: string): Map<number, number> {
  const body = JSON.parse(text) as Shown | { events: Shown[] };
  const shown = 'events' in body ? body.events : [body];
  return new Map(shown.map(({ id, title }) => [id, versionIn(title)]));
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => (ms === 0 ? setImmediate(resolve) : setTimeout(resolve, ms)));

/** Runs writers and readers against two instances for some seconds. */
export const runConsistency = (options: ConsistencyOptions): Promise<Consistency> =>
  new ConsistencyRun(options).run();
