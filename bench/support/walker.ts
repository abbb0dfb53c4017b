export interface Item {
  readonly state: 'updated' | 'deleted';
  readonly kind: string;
  readonly id: string;
  readonly modified: number;
  readonly status?: string;
  readonly data?: Record<string, unknown>;
}
export interface Page {
  readonly next: string;
  readonly items: readonly Item[];
  readonly license: string;
}

/** Reads a page. @throws when it cannot be read */
type Fetch = (url: string) => Promise<Page>;

/** Keeps a copy of a calendar by its change feed in the most naive way: follows `next`, and keeps of each id what came last. */
export class Walker {
  readonly copy = new Map<string, Item>();
  readonly seen: Item[] = [];
  pages = 0;
  readonly #fetch: Fetch;
  #next: string;

  constructor(fetch: Fetch, begin: string) {
    this.#fetch = fetch;
    this.#next = begin;
  }

  get position(): string {
    return this.#next;
  }

  /** @returns whether this was the last page for now */
  async step(): Promise<boolean> {
    const { next, items } = await this.#fetch(this.#next);
    this.pages += 1;
    for (const item of items) {
      this.seen.push(item);
      if (item.state === 'deleted') this.copy.delete(item.id);
      else this.copy.set(item.id, item);
    }
    const isLast = next === this.#next;
    if (isLast && items.length > 0) throw new Error(`the page ${next} leads to itself and has items`);
    this.#next = next;
    return isLast;
  }

  /** To the end. @returns the items that have come */
  async walk(): Promise<Item[]> {
    const before = this.seen.length;
    while (!(await this.step())) if (this.pages > 10_000) throw new Error('it never ends');
    return this.seen.slice(before);
  }

  /** What it holds, by id. */
  get data(): Record<string, unknown> {
    return Object.fromEntries([...this.copy].toSorted().map(([id, { data }]) => [id, data]));
  }
}
