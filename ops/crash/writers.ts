import { AUTHORIZATION, NAMESPACE } from '../../bench/support/service.ts';
import { type Ledger, type Subject, someCategory, type Unanswered } from './ledger.ts';

const HEADERS = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
const DATES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };

const bodyOf = ({ title, category, tag, venue, organizer }: Subject): object => ({
  title,
  categories: [category],
  tags: [tag],
  venue: { venue },
  organizer: [{ organizer }],
  ...DATES,
});

/** Writes its own events, one after the other, until the service is killed. */
export class Writer {
  readonly #ledger: Ledger;
  readonly #own: number[] = [];

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** @returns the statuses of refused writes */
  async run(url: string, isStopped: () => boolean): Promise<number[]> {
    const refused: number[] = [];
    while (!isStopped()) {
      const write = this.#next();
      this.#ledger.unanswered.add(write);
      try {
        const { status, id } = await this.#send(`${url}${NAMESPACE}/events`, write);
        if (status !== 200 && status !== 201) refused.push(status);
        else {
          this.#ledger.acknowledge(write, id);
          if (write.id === null) this.#own.push(id);
          else if (write.after.trashed) this.#own.splice(this.#own.indexOf(id), 1);
        }
      } catch {
        // Killed; the comparison determines whether the write was stored.
        return refused;
      }
    }
    return refused;
  }

  #next(): Unanswered {
    const id = this.#own[Math.floor(Math.random() * this.#own.length)];
    const before = id === undefined ? undefined : this.#ledger.subjects.get(id);
    const chance = Math.random();
    if (id === undefined || !before || chance < 0.6) return { id: null, after: this.#ledger.next() };
    if (chance < 0.9)
      return { id, after: { ...before, title: this.#ledger.nextTitle(), category: someCategory() } };
    return { id, after: { ...before, trashed: true } };
  }

  async #send(events: string, { id, after }: Unanswered): Promise<{ status: number; id: number }> {
    const response =
      id === null
        ? await fetch(events, { method: 'POST', headers: HEADERS, body: JSON.stringify(bodyOf(after)) })
        : after.trashed
          ? await fetch(`${events}/${id}`, { method: 'DELETE', headers: HEADERS })
          : await fetch(`${events}/${id}`, {
              method: 'PATCH',
              headers: HEADERS,
              body: JSON.stringify({ title: after.title, categories: [after.category] }),
            });
    const body: unknown = await response.json();
    const stored = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
    return { status: response.status, id: Number(stored) };
  }
}
