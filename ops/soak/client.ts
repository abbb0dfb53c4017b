import { Connection } from '../../bench/load/connection.ts';
import { MADE, type Period, type SoakJob, type Step } from './job.ts';

const TICK_MS = 2;
const MOST_WRONG = 20;
/** Of events that were created in this process and not erased yet. */
const made: string[] = [];

class Soak {
  readonly #job: SoakJob;
  readonly #times: number[] = [];
  readonly #wrong: string[] = [];
  readonly #idle: Line[] = [];
  readonly #lines: Line[] = [];
  /** Moments at which requests were due that found no free connection. */
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
    return { answers: sorted.length, wrong: this.#wrong, p50: at(0.5), p99: at(0.99) };
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
    if (this.#wrong.length < MOST_WRONG) this.#wrong.push(words);
  }

  #sendDue(): void {
    while (this.#due.length > 0 && this.#idle.length > 0) {
      const [line, due] = [this.#idle.shift(), this.#due.shift()];
      if (line && due !== undefined) line.send(this.#step(), due);
    }
  }

  #step(): Step {
    const step = this.#job.steps[this.#next++ % this.#job.steps.length] ?? this.#job.instead;
    if (!step.request.includes(MADE)) return step;
    const id = made.shift();
    return id === undefined ? this.#job.instead : { ...step, request: step.request.replace(MADE, id) };
  }
}

/** One connection, and the request that is under way on it. */
class Line {
  readonly #connection: Connection;
  #step: Step | undefined;
  #due = 0;

  constructor(
    port: number,
    onAnswer: (time: number, wrong?: string) => void,
    onClose: (reason: string) => void,
  ) {
    this.#connection = new Connection(
      port,
      (status, _bytes, head) => {
        const step = this.#step;
        const id = status === 201 ? /\r\nlocation: \S*\/events\/(\d+)/i.exec(head)?.[1] : undefined;
        if (id !== undefined) made.push(id);
        const isMeant = status === step?.status;
        onAnswer(
          performance.now() - this.#due,
          isMeant ? undefined : `${step?.request.split('\r\n', 1)[0]}: ${head.split('\r\n', 1)[0]}`,
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
