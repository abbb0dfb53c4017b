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

/** Reads a page. @throws Error if it cannot be read */
type Fetch = (url: string) => Promise<Page>;

/**
 * Maintains a copy of a calendar from its change feed in the simplest way: follows `next`; the last item of each id
 * wins.
 */
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

  /** Reads a page. @returns whether it is the last page at present */
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

  /** Reads to the end. @returns the new items */
  async walk(): Promise<Item[]> {
    const before = this.seen.length;
    while (!(await this.step())) if (this.pages > 10_000) throw new Error('it never ends');
    return this.seen.slice(before);
  }

  /** The copied records, by id. */
  get data(): Record<string, unknown> {
    return Object.fromEntries([...this.copy].toSorted().map(([id, { data }]) => [id, data]));
  }
}
