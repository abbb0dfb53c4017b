/** What an event should be. */
export interface Subject {
  title: string;
  category: string;
  tag: string;
  venue: string;
  organizer: string;
  trashed: boolean;
}

/** A write that was sent and not answered yet: it may be stored or not, but not in part. */
export interface Unanswered {
  /** null: it is to be created. */
  id: number | null;
  after: Subject;
}

const pick = (words: string, count: number): string => `${words} ${Math.floor(Math.random() * count)}`;
export const someCategory = (): string => pick('Category', 12);

/** What was acknowledged, and what is under way. */
export class Ledger {
  readonly subjects = new Map<number, Subject>();
  readonly unanswered = new Set<Unanswered>();
  readonly acknowledged = { created: 0, changed: 0, trashed: 0 };
  /** How often a change of each event was acknowledged. */
  readonly changes = new Map<number, number>();
  /** How many writes of each event were stored without an answer. */
  readonly stored = new Map<number, number>();
  #titles = 0;

  /** A title that no other has. */
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

  /** All that was acknowledged. */
  get answers(): number {
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
