import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { refusedPositions } from '../../platform/telemetry/counters.ts';
import { ignoredParameters, plainNames, type RestRequest } from '../rest/index.ts';
import { type Kind, type RecordDeps, RecordReader, type ShownRecord } from './records.ts';

export const CHANGES = '/feeds/changes';
/** Where a record stands in the feed, as `domain/change-feed` says. */
interface Item {
  readonly number: number;
  readonly kind: Kind;
  readonly id: number;
  readonly isPublic: boolean;
  readonly isErased: boolean;
  readonly publishedUtc: string | null;
}

/** What is behind a position. */
interface Page {
  readonly items: readonly Item[];
  readonly calendar: string;
  readonly last: number;
  readonly purged: number;
  readonly lost: readonly (readonly [number, number])[];
  readonly isBehind: boolean;
  readonly isWhole: boolean;
}

export interface ChangesDeps extends RecordDeps {
  readonly changes: {
    page(context: Context, after: number, limit: number): Promise<Page>;
    /** For how long tombstones are kept, in days. */
    readonly tombstoneDays: number;
  };
  /** Under which terms the records may be used: an address, or empty. */
  readonly license: string;
}

/** Items on a page unless fewer are asked for; RPDE proposes this number. */
const LIMIT = 500;
/** How many characters a page has at most, unless its first item has more. */
const MANY_CHARACTERS = 1_000_000;
/** How long the log of changes may take to be read, in milliseconds. */
const CATCH_UP_MS = 3_000;
const DAY_MS = 86_400_000;
const READABLE = plainNames(['afterChangeNumber', 'limit', 'walk']);
const POSITION = 'is no position of this feed';

/** Where a walk stands, and what it knows. */
interface Position {
  readonly after: number;
  /** The name of the calendar in which it began; null where the position does not say. */
  readonly calendar: string | null;
  /** The day on which it began, in days since 1970; null where the position does not say. */
  readonly begun: number | null;
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
    const position = positionOf(request, begin);
    const { after, limit } = position;
    const page = await this.#deps.changes.page(context, after, limit);
    const today = Math.floor(context.clock.now.getTime() / DAY_MS);
    const { tombstoneDays } = this.#deps.changes;
    // From then on a position may be gone, as soon as a tombstone is dropped.
    const oldFrom = (position.begun ?? 0) + tombstoneDays;
    const isOld = after > 0 && oldFrom <= today;
    const reason = this.#whyGone(position, page, isOld);
    if (reason !== null) {
      refusedPositions.add();
      const message = `The change feed cannot go on from this position: ${reason}. Begin anew at ${begin}.`;
      throw new ServiceError('change_feed_position_gone', { message, data: { location: begin } });
    }
    await catchUp(context);
    const { shown: items, last, isCut } = await this.#items(page, context);
    let next = urls.site + req.originalUrl;
    if (last !== null) {
      // Nobody knows since when a position without a walk has been held.
      const begun = position.begun ?? (after === 0 ? today : 0);
      const walk = `${page.calendar}-${begun}`;
      next = `${begin}?afterChangeNumber=${last}&walk=${walk}${limit === LIMIT ? '' : `&limit=${limit}`}`;
    }
    const license = JSON.stringify(this.#deps.license);
    const text = `{"next":${JSON.stringify(next)},"items":[${items.join(',')}],"license":${license}}`;
    return { text, isLasting: !page.isBehind && !isCut && !isOld };
  }

  /** Why a walk cannot go on from its position; null where it can. */
  #whyGone({ after, calendar }: Position, page: Page, isOld: boolean): string | null {
    if (calendar !== null && calendar !== page.calendar)
      return 'it is of another calendar, or of one before this was restored';
    // Positions without the name of a calendar may be any number, for whoever looks for the end.
    const isUnknown = calendar !== null && after > page.last;
    if (isUnknown || page.lost.some(([from, to]) => after > from && after < to))
      return 'it was lost when another server took over';
    if (isOld && after < page.purged)
      return `what was erased since is told for ${this.#deps.changes.tombstoneDays} days`;
    return null;
  }

  /**
   * The items of a page. It is cut where it has become long, and before a record that this process does not yet take for
   * published because its clock is behind.
   */
  async #items(
    page: Page,
    context: Context,
  ): Promise<{ shown: Shown[]; last: number | null; isCut: boolean }> {
    const { nowUtc } = context.clock;
    const early = page.items.findIndex(
      ({ isPublic, publishedUtc }) =>
        !page.isWhole && isPublic && publishedUtc !== null && publishedUtc > nowUtc,
    );
    const items = early < 0 ? page.items : page.items.slice(0, early);
    const all: Shown[] = [];
    let characters = 0;
    const isWanted = ({ isErased, isPublic }: Item): boolean => !isErased && (page.isWhole || isPublic);
    for await (const [item, record] of this.#records.each(context, items, isWanted)) {
      const text = shownItem(item, record, page.isWhole);
      characters += text.length;
      if (all.length > 0 && characters > MANY_CHARACTERS) break;
      all.push(text);
    }
    return { shown: all, last: items[all.length - 1]?.number ?? null, isCut: all.length < page.items.length };
  }
}

function shownItem({ number, kind, id }: Item, data: ShownRecord | undefined, isWhole: boolean): Shown {
  const head = { kind, id: `${kind}-${id}`, modified: number };
  if (!data || (!isWhole && data.hide_from_listings === true))
    return JSON.stringify({ state: 'deleted', ...head });
  const status = isWhole && data.status !== undefined ? { status: data.status } : {};
  return JSON.stringify({ state: 'updated', ...head, ...status, data });
}

/** Waits until this process knows all that is numbered, so that nothing older is read from caches. */
async function catchUp({ version, signal }: Context): Promise<void> {
  const caughtUp = version.catchUp().then(() => true);
  if (!(await Promise.race([caughtUp, pause(CATCH_UP_MS, false, { ref: false, ...(signal && { signal }) })])))
    throw new ServiceError('service_unavailable');
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
  const walk = read('walk', /^([0-9a-f]{8})-(\d{1,6})$/, wrong);
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
    calendar: walk?.[1] ?? null,
    begun: walk ? Number(walk[2]) : null,
    limit: Math.min(Number(limit?.[0] ?? LIMIT), LIMIT),
  };
}
