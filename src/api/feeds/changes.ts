import type { Context } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { refusedPositions } from '../../platform/telemetry/counters.ts';
import { queryNames, type RestRequest, reportIgnoredParameters } from '../rest/index.ts';
import { type Kind, type RecordDeps, RecordReader, type ShownRecord } from './records.ts';

export const CHANGES = '/feeds/changes';
/** The last change of a record, from `domain/change-feed`. */
interface Item {
  readonly kind: Kind;
  readonly id: number;
  readonly isShown: boolean;
  readonly at: number;
  readonly position: string;
}

/** A page of `domain/change-feed`; see its `FeedPage`. */
interface Page {
  readonly items: readonly Item[];
  readonly gone: string | null;
  readonly isLasting: boolean;
  readonly isWhole: boolean;
  readonly now: number;
}

export interface ChangesDeps extends RecordDeps {
  readonly changes: {
    page(context: Context, position: string | null, after: number, limit: number): Promise<Page>;
  };
  /** URL of the license of the records, or empty. */
  readonly license: string;
}

/** Default and maximum items per page; RPDE proposes this number. */
const MAX_ITEMS = 500;
/** Maximum characters of a page, unless its first item is longer. */
const MAX_PAGE_CHARACTERS = 1_000_000;
const READABLE = queryNames(['afterChangeNumber', 'limit', 'walk']);
const NOT_A_POSITION = 'is not a position of this feed';
const NUMBER_ALONE = 'a number without "walk" is not a position';

interface Position {
  /** The number of the last item; 0 at the beginning. */
  readonly after: number;
  /** The opaque part; null at the beginning, and for a number alone. */
  readonly walk: string | null;
  readonly limit: number;
}

/** An RPDE item as JSON text. */
type Shown = string;

/**
 * The change feed by OpenActive's Realtime Paged Data Exchange 1.0, ordered by change numbers (rules#change-feed).
 * Shows records as REST lists show them to the caller, in their state when the page is created.
 */
export class Changes {
  readonly #deps: ChangesDeps;
  readonly #records: RecordReader;

  /** @throws Error at start when the contract lacks a record */
  constructor(deps: ChangesDeps) {
    this.#deps = deps;
    this.#records = new RecordReader(deps);
  }

  /**
   * Creates a page. @returns its text, and whether it may be cached for the same request
   * @throws ServiceError 400 for an invalid position, 410 for one from which the feed cannot continue: both with
   * the address of the beginning
   */
  async page(request: RestRequest, context: Context): Promise<{ text: string; isLasting: boolean }> {
    const { urls, req } = request;
    const begin = urls.site + CHANGES;
    const { after, walk, limit } = positionOf(request, begin);
    const page = await this.#deps.changes.page(context, walk, after, limit);
    const isNumberAlone = after > 0 && walk === null;
    const reason = page.gone ?? (isNumberAlone && after <= page.now ? NUMBER_ALONE : null);
    if (reason !== null) {
      refusedPositions.add();
      const message = `The change feed cannot continue from this position: ${reason}. Start over at ${begin}.`;
      throw new ServiceError('change_feed_position_gone', { message, data: { location: begin } });
    }
    // A future number gets the empty last page, which validators request.
    const found = isNumberAlone ? { ...page, items: [] } : page;
    const { shown: items, last, isCut } = await this.#items(found, after, context);
    const limitParameter = limit === MAX_ITEMS ? '' : `&limit=${limit}`;
    const next = last
      ? `${begin}?afterChangeNumber=${last.number}&walk=${last.position}${limitParameter}`
      : urls.site + req.originalUrl;
    const license = JSON.stringify(this.#deps.license);
    const text = `{"next":${JSON.stringify(next)},"items":[${items.join(',')}],"license":${license}}`;
    return { text, isLasting: page.isLasting && !isCut };
  }

  /** The items of a page, with numbers above `after`. Cuts the page when it becomes long. */
  async #items(
    page: Page,
    after: number,
    context: Context,
  ): Promise<{ shown: Shown[]; last: { number: number; position: string } | null; isCut: boolean }> {
    const shown: Shown[] = [];
    let last: { number: number; position: string } | null = null;
    let characters = 0;
    for await (const [item, record] of this.#records.each(context, page.items, ({ isShown }) => isShown)) {
      // Numbers must increase, even if an earlier change was stored later.
      const number = Math.max(item.at, (last?.number ?? after) + 1);
      const text = shownItem(item, number, record, page.isWhole);
      characters += text.length;
      if (shown.length > 0 && characters > MAX_PAGE_CHARACTERS) break;
      shown.push(text);
      last = { number, position: item.position };
    }
    return { shown, last, isCut: shown.length < page.items.length };
  }
}

function shownItem(
  { kind, id }: Item,
  number: number,
  data: ShownRecord | undefined,
  isWhole: boolean,
): Shown {
  const head = { kind, id: `${kind}-${id}`, modified: number };
  if (!data || (!isWhole && data.hide_from_listings === true))
    return JSON.stringify({ state: 'deleted', ...head });
  const status = isWhole && data.status !== undefined ? { status: data.status } : {};
  return JSON.stringify({ state: 'updated', ...head, ...status, data });
}

/** Reads the position in a request. @throws ServiceError 400 with the address of the beginning */
function positionOf(request: RestRequest, begin: string): Position {
  const { values, failure } = request.query;
  if (failure) throw failure;
  const problems = { ...reportIgnoredParameters(request, READABLE) };
  const read = (name: string, form: RegExp, message: string): RegExpExecArray | null => {
    const value = values[name];
    if (value === undefined) return null;
    const match = typeof value === 'string' ? form.exec(value) : null;
    if (!match) problems[name] = { message, code: 'rest_invalid_value' };
    return match;
  };
  const wrong = `${NOT_A_POSITION}; start at ${begin}`;
  const number = read('afterChangeNumber', /^\d{1,16}$/, wrong);
  const walk = read('walk', /^(?:[\w-]{22}|[0-9a-f]{8}-\d{1,6})$/, wrong);
  const limit = read('limit', /^[1-9]\d{0,8}$/, 'must be a whole number, 1 or more');
  for (const name of ['afterTimestamp', 'afterId'])
    if (values[name] !== undefined)
      problems[name] = {
        message: `${NOT_A_POSITION}, which is ordered by afterChangeNumber; start at ${begin}`,
      };
  const after = Number(number?.[0] ?? 0);
  if (!Number.isSafeInteger(after))
    problems.afterChangeNumber = { message: wrong, code: 'rest_invalid_value' };
  if (walk && number === null && !problems.afterChangeNumber) problems.walk = { message: wrong };
  if (Object.keys(problems).length > 0)
    throw new ServiceError('rest_invalid_param', { problems, data: { location: begin } });
  return {
    after,
    walk: walk?.[0] ?? null,
    limit: Math.min(Number(limit?.[0] ?? MAX_ITEMS), MAX_ITEMS),
  };
}
