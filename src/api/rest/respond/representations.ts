import { LRUCache } from 'lru-cache';
import type { Context } from '../../../domain/context/context.ts';
import type { SourcesOf } from '../../../domain/resource/resource.ts';
import type { Json } from '../../contract/types.ts';
import type { PageItems } from '../../graphql/execution.ts';
import { charactersIn } from '../../graphql/json-size.ts';

/** How much memory the texts may take, and the largest that is kept, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_EACH = 100 * 1024;
/** About what one takes besides its text, in bytes: it holds on to the records that it was made of. */
const OVERHEAD = 1_000;

/** What REST shows of a record in pages. */
interface Representation {
  /** JSON. */
  readonly text: string;
  /** Of the texts in it, before they were written; see {@link charactersIn}. */
  readonly characters: number;
  readonly sources: readonly unknown[];
  /** As of the answer that it was made for; see `CacheDependencies.expireAt`. */
  readonly freshUntil: string;
}

/** What is asked of the context of a request. */
interface PageContext extends Pick<Context, 'caller' | 'urls' | 'clock' | 'dependencies'> {
  readonly cache: { readonly invalidator: Pick<Context['cache']['invalidator'], 'canCache'> };
}

/** A record of a page, by what its representation is cached. */
interface Item {
  readonly key: string;
  readonly sources: readonly unknown[];
  characters: number;
  text: string | undefined;
}

const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
};

/**
 * What REST shows of records in pages to those without a login, written once (decisions/0091). A text is used while
 * the records that it was made of are the same objects, which those of the caches are until they change. So nothing
 * has to be invalidated here.
 */
export class Representations {
  readonly #cached = new LRUCache<string, Representation>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_EACH,
    sizeCalculation: ({ text }) => text.length + OVERHEAD,
  });

  /**
   * The records of a page for a request; undefined where cached records may not be used.
   * @param itemsKey the key of the records
   */
  page(context: PageContext, itemsKey: string): RepresentedPage | undefined {
    const { caller, cache } = context;
    return caller.role === 'anonymous' && cache.invalidator.canCache
      ? new RepresentedPage(this.#cached, context, itemsKey)
      : undefined;
  }
}

/** The records of one page. */
export class RepresentedPage implements PageItems {
  readonly #cached: LRUCache<string, Representation>;
  readonly #context: PageContext;
  readonly #itemsKey: string;
  #items: Item[] | undefined;
  #texts: string[] | undefined;
  #canBeKept = true;

  constructor(cached: LRUCache<string, Representation>, context: PageContext, itemsKey: string) {
    this.#cached = cached;
    this.#context = context;
    this.#itemsKey = itemsKey;
  }

  remaining<R extends Readonly<Record<string, unknown>>>(records: readonly R[], sourcesOf: SourcesOf): R[] {
    const { urls, clock, dependencies } = this.#context;
    const items: Item[] = [];
    const remaining: R[] = [];
    const mount = `${urls.rest} ${urls.site} `;
    for (const record of records) {
      const sources = sourcesOf(record);
      const key = mount + String(record.id);
      const cached = this.#cached.get(key);
      if (cached && cached.freshUntil > clock.steadyNowUtc && areSame(cached.sources, sources)) {
        dependencies.expireAt(cached.freshUntil);
        items.push({ key, sources, characters: cached.characters, text: cached.text });
      } else {
        remaining.push(record);
        items.push({ key, sources, characters: 0, text: undefined });
      }
    }
    this.#items = items;
    return remaining;
  }

  lookedUp(): void {
    this.#canBeKept = false;
  }

  /** How many records it has; undefined where it has not been executed as a page. */
  get length(): number | undefined {
    return this.#items?.length;
  }

  /**
   * How many characters its texts have.
   * @param executed the records that remained
   */
  charactersIn(executed: readonly Json[], most: number): number {
    let [characters, at] = [0, 0];
    for (const item of this.#items ?? []) {
      if (item.text === undefined) item.characters = charactersIn(executed[at++], most - characters);
      characters += item.characters;
      if (characters > most) return characters;
    }
    return characters;
  }

  /**
   * Writes the representations of all.
   * @param shown what REST shows of the records that remained
   * @returns them as JSON; undefined where it has not been executed as a page
   */
  write(shown: Json | undefined): string[] | undefined {
    if (!this.#items || !Array.isArray(shown)) return undefined;
    const { freshUntil } = this.#context.dependencies;
    const texts: string[] = [];
    let at = 0;
    for (const { key, sources, characters, text } of this.#items) {
      const written = text ?? JSON.stringify(shown[at++]);
      texts.push(written);
      if (text === undefined && this.#canBeKept)
        this.#cached.set(key, { text: written, characters, sources, freshUntil });
    }
    this.#texts = texts;
    return texts;
  }

  /** The JSON of the page with what was written in place of its empty list, `"events":[]`. */
  putInto(json: string): string {
    if (!this.#texts) return json;
    const list = `"${this.#itemsKey}":[`;
    // Inside a text of JSON the second quote has a backslash before it.
    const at = json.indexOf(`${list}]`) + list.length;
    return json.slice(0, at) + this.#texts.join(',') + json.slice(at);
  }
}
