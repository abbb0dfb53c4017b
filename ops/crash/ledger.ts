/** The expected state of an event. */
export interface Subject {
  title: string;
  category: string;
  tag: string;
  venue: string;
  organizer: string;
  trashed: boolean;
}

/** A sent write without a response so far: it may be stored or not, but not in part. */
export interface Unanswered {
  /** null: a creation. */
  id: number | null;
  after: Subject;
}

const pick = (words: string, count: number): string => `${words} ${Math.floor(Math.random() * count)}`;
export const someCategory = (): string => pick('Category', 12);

/** Acknowledged and pending writes. */
export class Ledger {
  readonly subjects = new Map<number, Subject>();
  readonly unanswered = new Set<Unanswered>();
  readonly acknowledged = { created: 0, changed: 0, trashed: 0 };
  /** Number of acknowledged changes by event. */
  readonly changes = new Map<number, number>();
  /** Number of writes that were stored without a response, by event. */
  readonly stored = new Map<number, number>();
  #titles = 0;

  nextTitle(): string {
    return `Crash ${++this.#titles}`;
  }

  next(): Subject {
    const venue = pick('Hall', 60);
    const organizer = pick('Club', 40);
    return {
      title: this.nextTitle(),
      category: someCategory(),
      tag: pick('Tag', 30),
      venue,
      organizer,
      trashed: false,
    };
  }

  /** Number of acknowledged writes. */
  get acknowledgedCount(): number {
    const { created, changed, trashed } = this.acknowledged;
    return created + changed + trashed;
  }

  acknowledge(write: Unanswered, id: number): void {
    this.unanswered.delete(write);
    this.subjects.set(id, write.after);
    const what = write.id === null ? 'created' : write.after.trashed ? 'trashed' : 'changed';
    this.acknowledged[what] += 1;
    if (what === 'changed') this.changes.set(id, (this.changes.get(id) ?? 0) + 1);
  }
}
