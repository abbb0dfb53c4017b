import type { Context } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { refusedPositions } from '../../platform/telemetry/counters.ts';
import { ignoredParameters, plainNames, type RestRequest } from '../rest/index.ts';
import { type Kind, type RecordDeps, RecordReader, type ShownRecord } from './records.ts';

export const CHANGES = '/feeds/changes';
/** The last change of a record, as `domain/change-feed` has it. */
interface Item {
  readonly kind: Kind;
  readonly id: number;
  readonly isShown: boolean;
  readonly at: number;
  readonly position: string;
}

/** Changes behind a position. */
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
  /** Under which terms the records may be used: an address, or empty. */
  readonly license: string;
}

/** Items on a page unless fewer are asked for; RPDE proposes this number. */
const LIMIT = 500;
/** How many characters a page has at most, unless its first item has more. */
const MANY_CHARACTERS = 1_000_000;
const READABLE = plainNames(['afterChangeNumber', 'limit', 'walk']);
const POSITION = 'is no position of this feed';
const NUMBER_ALONE = 'a number says no position without "walk"';

/** Where a reader stands. */
interface Position {
  /** The number of the last item; 0 at the beginning. */
  readonly after: number;
  /** The opaque part; null at the beginning, and for a number alone. */
  readonly walk: string | null;
  readonly limit: number;
}

/** An item of RPDE, as text. */
type Shown = string;

/**
 * The change feed by OpenActive's Realtime Paged Data Exchange 1.0, ordered by change numbers (rules#change-feed). Records
 * are shown as lists of REST show them, to the caller, by the state in which they are stored when the page is made.
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
   * The text of a page, and whether the same request may be answered by it again.
   * @throws ServiceError 400 for what is no position, 410 for one that the feed cannot go on from: both with the
   * address to begin at
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
      const message = `The change feed cannot go on from this position: ${reason}. Begin anew at ${begin}.`;
      throw new ServiceError('change_feed_position_gone', { message, data: { location: begin } });
    }
    // A number of the future is the end, as validators ask for it.
    const behind = isNumberAlone ? { ...page, items: [] } : page;
    const { shown: items, last, isCut } = await this.#items(behind, after, context);
    const isOther = limit === LIMIT ? '' : `&limit=${limit}`;
    const next = last
      ? `${begin}?afterChangeNumber=${last.number}&walk=${last.position}${isOther}`
      : urls.site + req.originalUrl;
    const license = JSON.stringify(this.#deps.license);
    const text = `{"next":${JSON.stringify(next)},"items":[${items.join(',')}],"license":${license}}`;
    return { text, isLasting: page.isLasting && !isCut };
  }

  /** The items of a page, with numbers behind `after`. It is cut where it has become long. */
  async #items(
    page: Page,
    after: number,
    context: Context,
  ): Promise<{ shown: Shown[]; last: { number: number; position: string } | null; isCut: boolean }> {
    const shown: Shown[] = [];
    let last: { number: number; position: string } | null = null;
    let characters = 0;
    for await (const [item, record] of this.#records.each(context, page.items, ({ isShown }) => isShown)) {
      // Numbers grow, also where a change of an earlier time was stored later.
      const number = Math.max(item.at, (last?.number ?? after) + 1);
      const text = shownItem(item, number, record, page.isWhole);
      characters += text.length;
      if (shown.length > 0 && characters > MANY_CHARACTERS) break;
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

/** Where a request begins. @throws ServiceError 400 with the address to begin at */
function positionOf(request: RestRequest, begin: string): Position {
  const { values, failure } = request.query;
  if (failure) throw failure;
  const problems = { ...ignoredParameters(request, READABLE) };
  const read = (name: string, form: RegExp, otherwise: string): RegExpExecArray | null => {
    const value = values[name];
    if (value === undefined) return null;
    const match = typeof value === 'string' ? form.exec(value) : null;
    if (!match) problems[name] = { message: otherwise, code: 'rest_invalid_value' };
    return match;
  };
  const wrong = `${POSITION}; begin at ${begin}`;
  const number = read('afterChangeNumber', /^\d{1,16}$/, wrong);
  const walk = read('walk', /^(?:[\w-]{22}|[0-9a-f]{8}-\d{1,6})$/, wrong);
  const limit = read('limit', /^[1-9]\d{0,8}$/, 'must be a whole number, 1 or more');
  for (const name of ['afterTimestamp', 'afterId'])
    if (values[name] !== undefined)
      problems[name] = {
        message: `${POSITION}, which is in the order of afterChangeNumber; begin at ${begin}`,
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
    limit: Math.min(Number(limit?.[0] ?? LIMIT), LIMIT),
  };
}
