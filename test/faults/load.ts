import { pause } from '../support/eventually.ts';
import type { TestServer } from '../support/service.ts';

const event = (title: string): object => ({
  title,
  start_date: '2031-05-01 10:00',
  end_date: '2031-05-01 12:00',
});

/** The longest allowed staleness after an acknowledged change, in milliseconds. */
const STALE_MS = 1_000;

/** Constant load: writes through one service, reads through another, and the results. */
export class Load {
  readonly statuses = new Set<number>();
  readonly titles: string[] = [];
  /** The time of the last acknowledged write, in milliseconds of `performance.now()`. */
  storedAt = 0;
  /** Responses that were stale for longer than allowed. */
  readonly stale: string[] = [];
  #isOver = false;
  readonly #done: Promise<unknown>;

  constructor(writer: TestServer, reader: TestServer, counter: number) {
    this.#done = Promise.all([
      this.#write(writer, 'first'),
      this.#write(writer, 'second'),
      this.#count(writer, reader, counter),
    ]);
  }

  async #write(server: TestServer, name: string): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const title = `${name} ${n}`;
      const { status } = await server.request('POST', '/events', event(title));
      this.#answered(status);
      if (status === 201) this.titles.push(title);
      await pause(20);
    }
  }

  /** One service changes an event repeatedly; many clients request it from the other. */
  async #count(writer: TestServer, reader: TestServer, id: number): Promise<void> {
    let last = 0;
    const acknowledged: { n: number; at: number }[] = [];
    const change = async (): Promise<void> => {
      for (let n = 1; !this.#isOver; n++) {
        const { status } = await writer.request('PATCH', `/events/${id}`, { cost: String(n) });
        this.#answered(status);
        if (status === 200) acknowledged.push({ n, at: performance.now() });
        await pause(20);
      }
    };
    const read = async (): Promise<void> => {
      while (!this.#isOver) {
        const sentAt = performance.now();
        const least = acknowledged.findLast(({ at }) => at < sentAt - STALE_MS)?.n ?? 0;
        const answer = await fetch(`${reader.rest}/events/${id}`);
        this.#answered(answer.status);
        const { cost = '' } = await answer.json();
        last = Number(cost.replace('$', ''));
        // Responses without a primary carry a warning that they may be stale.
        if (answer.status === 200 && last < least && !answer.headers.has('warning'))
          this.stale.push(`${last} after ${least}`);
        await pause(5);
      }
    };
    await Promise.all([change(), read(), read()]);
  }

  #answered(status: number): void {
    this.statuses.add(status);
    if (status === 201) this.storedAt = performance.now();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }
}
