import { Connection } from '../../bench/load/connection.ts';
import { CREATED_ID, type Period, type SoakJob, type Step } from './job.ts';

const TICK_MS = 2;
const MAX_ERRORS = 20;
/** Ids of events that this process created and has not erased yet. */
const created: string[] = [];

class Soak {
  readonly #job: SoakJob;
  readonly #times: number[] = [];
  readonly #wrong: string[] = [];
  readonly #idle: Line[] = [];
  readonly #lines: Line[] = [];
  /** Due times of requests that wait for a free connection. */
  readonly #due: number[] = [];
  #next = 0;

  constructor(job: SoakJob) {
    this.#job = job;
  }

  async run(): Promise<Period> {
    const { connections, seconds, rate } = this.#job;
    for (let n = 0; n < connections; n++) this.#open();
    const start = performance.now();
    const end = start + seconds * 1_000;
    let sent = 0;
    while (performance.now() < end) {
      const now = performance.now();
      const wanted = rate === 0 ? sent + this.#idle.length : Math.floor(((now - start) * rate) / 1_000);
      for (; sent < wanted; sent++) this.#due.push(rate === 0 ? now : start + (sent * 1_000) / rate);
      this.#sendDue();
      await new Promise((resolve) => (rate === 0 ? setImmediate(resolve) : setTimeout(resolve, TICK_MS)));
    }
    for (const line of this.#lines) line.close();
    const sorted = Float64Array.from(this.#times).sort();
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return { responses: sorted.length, wrong: this.#wrong, p50: at(0.5), p99: at(0.99) };
  }

  #open(): void {
    const line = new Line(
      this.#job.port,
      (time, wrong) => {
        this.#times.push(time);
        if (wrong !== undefined) this.#fail(wrong);
        this.#idle.push(line);
        this.#sendDue();
      },
      (reason) => this.#fail(reason),
    );
    this.#lines.push(line);
    this.#idle.push(line);
  }

  #fail(words: string): void {
    if (this.#wrong.length < MAX_ERRORS) this.#wrong.push(words);
  }

  #sendDue(): void {
    while (this.#due.length > 0 && this.#idle.length > 0) {
      const [line, due] = [this.#idle.shift(), this.#due.shift()];
      if (line && due !== undefined) line.send(this.#step(), due);
    }
  }

  #step(): Step {
    const step = this.#job.steps[this.#next++ % this.#job.steps.length] ?? this.#job.fallback;
    if (!step.request.includes(CREATED_ID)) return step;
    const id = created.shift();
    return id === undefined ? this.#job.fallback : { ...step, request: step.request.replace(CREATED_ID, id) };
  }
}

/** A connection with its pending request. */
class Line {
  readonly #connection: Connection;
  #step: Step | undefined;
  #due = 0;

  constructor(
    port: number,
    onResponse: (time: number, wrong?: string) => void,
    onClose: (reason: string) => void,
  ) {
    this.#connection = new Connection(
      port,
      (status, _bytes, head) => {
        const step = this.#step;
        const id = status === 201 ? /\r\nlocation: \S*\/events\/(\d+)/i.exec(head)?.[1] : undefined;
        if (id !== undefined) created.push(id);
        const isExpected = status === step?.status;
        onResponse(
          performance.now() - this.#due,
          isExpected ? undefined : `${step?.request.split('\r\n', 1)[0]}: ${head.split('\r\n', 1)[0]}`,
        );
      },
      onClose,
    );
  }

  send(step: Step, due: number): void {
    this.#step = step;
    this.#due = due;
    this.#connection.send(Buffer.from(step.request));
  }

  close(): void {
    this.#connection.close();
  }
}

process.on('message', (job: SoakJob) => {
  new Soak(job).run().then((period) => process.send?.(period));
});
process.on('disconnect', () => process.exit(0));
