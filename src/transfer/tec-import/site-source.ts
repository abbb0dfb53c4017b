import { constants } from 'node:http2';
import type { Contract } from '../../api/contract/types.ts';
import type { Body } from '../../api/rest/index.ts';
import { SourceError } from '../import/report.ts';
import type { SourceEntry, SourceKind } from '../import/source.ts';
import type { Api } from './discover.ts';
import type { Fetcher } from './fetcher.ts';
import { type ListName, pagesOf } from './pages.ts';
import { siteRecurrence } from './recurrence.ts';
import { SiteReader } from './site-reader.ts';
import { idIn, type Row, rowsIn, textIn } from './values.ts';

/** Requested with a login: everything except the trash. */
const ALL_STATUSES = 'publish,future,draft,pending,private';
/** Without dates, The Events Calendar lists only the next two years. */
const ALL_DATES = { start_date: '1900-01-01 00:00:00', end_date: '2199-12-31 23:59:59' };

interface SiteSourceOptions {
  isLoggedIn: boolean;
  /** The first page of events to request. */
  from?: number | undefined;
}

/** Reads all records of an events API, each after its linked records. */
export class SiteSource {
  readonly #fetcher: Fetcher;
  readonly #api: Api;
  readonly #options: SiteSourceOptions;
  readonly #read: SiteReader;
  readonly #seen = new Set<string>();
  /** Ids of the parents of series that were yielded as series. */
  readonly #seriesParents = new Set<number>();
  readonly #totals = new Map<string, number>();
  #pages = 0;

  constructor(fetcher: Fetcher, api: Api, inputs: Contract['inputs'], options: SiteSourceOptions) {
    this.#fetcher = fetcher;
    this.#api = api;
    this.#options = options;
    this.#read = new SiteReader(api, inputs);
  }

  /** The number of records that the site has reported so far. */
  get total(): number {
    return [...this.#totals.values()].reduce((sum, one) => sum + one, 0);
  }

  /** The last page of events that was read completely. */
  get lastPage(): number {
    return this.#pages;
  }

  /** The host in the site's global ids; undefined without events. */
  async host(): Promise<string | undefined> {
    for await (const { rows } of this.#list('events', ALL_DATES))
      return textIn(rows[0]?.row.global_id)?.split('?')[0];
    return undefined;
  }

  async *records(): AsyncGenerator<SourceEntry> {
    const status: Readonly<Record<string, string>> = this.#options.isLoggedIn ? { status: ALL_STATUSES } : {};
    yield* this.#terms();
    for (const [list, kind] of [
      ['venues', 'venue'],
      ['organizers', 'organizer'],
    ] as const)
      for await (const { rows } of this.#list(list, status))
        for (const { row, at } of rows) yield* this.#record(kind, row, at);
    const params = { ...ALL_DATES, ...status };
    for await (const { rows, page } of this.#list('events', params, this.#options.from)) {
      for (const { row, at } of rows) yield* this.#inSeries(row, at, params);
      this.#pages = page;
    }
    if (this.#options.isLoggedIn && this.#api.isPlain) yield* this.#unlisted(params);
  }

  /** Events that lists hide. Only this service lists them, and only for editors. */
  async *#unlisted(params: Readonly<Record<string, string>>): AsyncGenerator<SourceEntry> {
    try {
      for await (const { rows } of this.#list('events', { ...params, hidden: 'true' }))
        for (const { row, at } of rows) yield* this.#event(row, at);
    } catch (error) {
      const isRefused = error instanceof SourceError && error.status === constants.HTTP_STATUS_FORBIDDEN;
      if (!isRefused) throw error;
    }
  }

  async *#list(list: ListName, params: Readonly<Record<string, string>>, from = 1) {
    for await (const page of pagesOf(this.#fetcher, this.#api.root, list, { params, from })) {
      if (page.total !== undefined) this.#totals.set(`${list} ${params.hidden ?? ''}`, page.total);
      yield page;
    }
  }

  /** Whether a record is new: the same records are in lists and inside events. */
  #isNew(kind: string, key: string | undefined): boolean {
    if (key === undefined) return true;
    if (this.#seen.has(`${kind} ${key}`)) return false;
    this.#seen.add(`${kind} ${key}`);
    return true;
  }

  /** Categories, parents first, and tags. */
  async *#terms(): AsyncGenerator<SourceEntry> {
    const params = { hide_empty: 'false' };
    const categories: { row: Row; at: string }[] = [];
    for await (const { rows } of this.#list('categories', params)) categories.push(...rows);
    const children = Map.groupBy(categories, ({ row }) => idIn(row.parent));
    const ids = new Set(categories.map(({ row }) => idIn(row.id)));
    const tops = categories.filter(({ row }) => !ids.has(idIn(row.parent)) || idIn(row.parent) === undefined);
    for (const waiting = tops.toReversed(); ; ) {
      const next = waiting.pop();
      if (!next) break;
      yield* this.#category(next.row, next.at);
      waiting.push(...(children.get(idIn(next.row.id)) ?? []).toReversed());
    }
    for await (const { rows } of this.#list('tags', params))
      for (const { row, at } of rows) yield* this.#record('tag', row, at);
  }

  *#category(row: Row, at: string): Generator<SourceEntry> {
    // Without its parent, a category becomes a top-level one.
    const parent = this.#seen.has(`category ${idIn(row.parent)}`) ? row.parent : undefined;
    yield* this.#record('category', { ...row, parent }, at);
  }

  *#record(kind: SourceKind, row: Row, at: string): Generator<SourceEntry> {
    const isTerm = kind === 'category' || kind === 'tag';
    if (this.#isNew(kind, isTerm ? String(idIn(row.id)) : this.#read.globalId(row)))
      yield this.#read.record(kind, row, at);
  }

  /** An event, preceded by its series' parent if the series is new and its recurrence is known. */
  async *#inSeries(
    row: Row,
    at: string,
    params: Readonly<Record<string, string>>,
  ): AsyncGenerator<SourceEntry> {
    const parent = idIn(textIn(row.recurrence) === undefined ? row.post_parent : row.id);
    if (textIn(row.recurrence_id) === undefined || parent === undefined) return yield* this.#event(row, at);
    if (this.#isNew('series', String(parent))) {
      const series = await this.#series(parent, params);
      if (series) yield* this.#event(series.parent, at, series.recurrence);
    }
    yield* this.#event(row, at);
  }

  /** Pages of events that do not count for the total, because the main list has the same events. */
  #uncountedPages(params: Readonly<Record<string, string>>) {
    return pagesOf(this.#fetcher, this.#api.root, 'events', { params });
  }

  /** The parent and recurrence of a series; undefined if the site does not show enough. */
  async #series(id: number, params: Readonly<Record<string, string>>) {
    let parent: Row | undefined;
    for await (const { rows } of this.#uncountedPages({ ...params, include: String(id) }))
      parent ??= rows.find(({ row }) => idIn(row.id) === id)?.row;
    const starts: string[] = [];
    for await (const { rows } of this.#uncountedPages({ ...params, post_parent: String(id) }))
      starts.push(...rows.flatMap(({ row }) => textIn(row.recurrence_id) ?? []));
    const recurrence = parent && siteRecurrence(parent, starts);
    if (!parent || !recurrence) return undefined;
    this.#seriesParents.add(id);
    return { parent, recurrence };
  }

  *#event(row: Row, at: string, recurrence?: Body): Generator<SourceEntry> {
    if (!this.#isNew('event', this.#read.globalId(row))) return;
    const termsIn = (value: unknown): Row[] => (Array.isArray(value) ? rowsIn(value) : []);
    for (const category of termsIn(row.categories)) yield* this.#category(category, at);
    for (const tag of termsIn(row.tags)) yield* this.#record('tag', tag, at);
    for (const venue of rowsIn(row.venue)) yield* this.#record('venue', venue, at);
    for (const organizer of rowsIn(row.organizer)) yield* this.#record('organizer', organizer, at);
    const event = this.#read.record('event', row, at);
    const { post_parent: parents, ...links } = event.links ?? {};
    const [series] = parents ?? [];
    const start = textIn(row.recurrence_id);
    if (recurrence) yield { ...event, onCreate: recurrence };
    else if (
      series !== undefined &&
      start !== undefined &&
      this.#seriesParents.has(idIn(row.post_parent) ?? 0)
    )
      yield { ...event, links, occurrence: { series, start } };
    else yield event;
  }
}
