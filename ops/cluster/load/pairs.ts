import { setTimeout as pause } from 'node:timers/promises';
import { NAMESPACE } from '../../../bench/support/service.ts';
import { Ledger, titleOf, versionIn } from './ledger.ts';
import { send } from './send.ts';

const AT_ONCE = 10;
/** The longest between a write and its read. */
const LATER_MS = 25;
const DATES = { start_date: '2031-07-01 10:00', end_date: '2031-07-01 11:00' };

interface Pairs {
  done: number;
  /** Reads that did not show the write before them. */
  behind: string[];
  refused: string[];
}

const isTitled = (value: object | undefined): value is { title: string } =>
  value !== undefined && 'title' in value && typeof value.title === 'string';

/** An event that is changed and read again and again at one instance. */
class Pair {
  readonly #ledger: Ledger;
  readonly #rest: string;
  readonly #title: string;
  #id = 0;
  #version = 0;

  constructor(ledger: Ledger, url: string, title: string) {
    this.#ledger = ledger;
    this.#rest = `${url}${NAMESPACE}/events`;
    this.#title = title;
  }

  async create(): Promise<void> {
    const body = { title: titleOf(this.#title, 0), ...DATES };
    const made = await send(this.#ledger, this.#rest, { method: 'POST', body });
    if (made && 'id' in made) this.#id = Number(made.id);
  }

  async write(): Promise<void> {
    const title = titleOf(this.#title, this.#version + 1);
    const written = await send(this.#ledger, `${this.#rest}/${this.#id}`, {
      method: 'PATCH',
      body: { title },
    });
    if (written) this.#version += 1;
  }

  /** Reads it without a login. @returns what is wrong with the answer; undefined when nothing is */
  async read(): Promise<string | undefined> {
    await pause(Math.random() * LATER_MS);
    const shown = await send(this.#ledger, `${this.#rest}/${this.#id}`);
    if (isTitled(shown) && versionIn(shown.title) >= this.#version) return undefined;
    return `${titleOf(this.#title, this.#version)}: ${isTitled(shown) ? shown.title : 'no answer'}`;
  }
}

/**
 * Changes some events at the same time, then reads each at the instance that has changed it, immediately or a
 * little later, when replicas may or may not have caught up.
 */
export async function writeAndRead(
  urls: readonly string[],
  count: number,
  longestMs: number,
): Promise<Pairs> {
  const ledger = new Ledger();
  const all = Array.from(
    { length: AT_ONCE },
    (_, n) => new Pair(ledger, urls[n % urls.length] ?? '', `Pair ${n}`),
  );
  await Promise.all(all.map((pair) => pair.create()));
  const behind: string[] = [];
  const end = performance.now() + longestMs;
  let done = 0;
  while (done < count && performance.now() < end) {
    await Promise.all(all.map((pair) => pair.write()));
    const wrong = await Promise.all(all.map((pair) => pair.read()));
    behind.push(...wrong.filter((words) => words !== undefined));
    done += all.length;
  }
  const refused = [...ledger.statuses].filter(([status]) => !/^2\d\d$/.test(status));
  return { done, behind, refused: refused.map(([status, times]) => `${status} x ${times}`) };
}
