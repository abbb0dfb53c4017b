import type { WordKey } from '../../../lib/words.ts';
import { type CurrentTime, dayAfter, dayBefore } from './dates.ts';
import {
  chips,
  type FilteredList,
  filterForm,
  filterQuery,
  firstPage,
  toggles,
  unfilteredUrl,
} from './filters.ts';
import { type Html, type HtmlValue, html } from './html.ts';
import type { Feeds, PageContent, Views } from './layout.ts';
import type { Listing } from './page-documents.ts';
import { FILTERS, hasTypedText, listUrl, type View } from './page-query.ts';
import {
  type AdjacentPages,
  cards,
  cardsOfDay,
  countText,
  pager,
  prose,
  sortedByName,
  subscribe,
  termLinks,
} from './parts.ts';

/** The common data of lists and months of events. */
export interface Frame extends FilteredList {
  readonly present: CurrentTime;
  readonly isStart: boolean;
  /** The time range of the page, as parameters of REST. */
  readonly span: Readonly<Record<string, string>>;
  /** The time range in the address, as parameters of REST: feeds only have that one. */
  readonly range: Readonly<Record<string, string>>;
  readonly answer: Omit<Listing, 'events'>;
  /** Whether the calendar has no events at all, past ones included. */
  readonly isEmpty: boolean;
}

export const baseOf = ({ site, answer }: Frame): string => answer.term?.url ?? `${site.url}/events/`;

export const feedsOf = (frame: Frame): Feeds => {
  const query = filterQuery(frame, frame.range);
  const { url } = frame.site;
  return { ics: `${url}/feeds/events.ics${query}`, rss: `${url}/feeds/events.rss${query}` };
};

/** The calendar file with exactly the events of the view, on all its pages. */
export function icsOf(frame: Frame): string {
  const { page: _page, ...time } = frame.span;
  return `${frame.site.url}/feeds/events.ics${filterQuery(frame, time)}`;
}

export const jsonOf = (frame: Frame): string => `${frame.site.rest}/events${filterQuery(frame, frame.span)}`;

/** The address of the same events in another view. */
const viewUrl = (frame: Frame, view: View): string =>
  listUrl(baseOf(frame), { ...firstPage(frame.pageQuery), view, month: null, day: null });

/** The views of the same events, for the navigation. */
export const viewsOf = (frame: Frame): Views => ({
  current: frame.pageQuery.view,
  list: viewUrl(frame, 'list'),
  month: viewUrl(frame, 'month'),
  past: viewUrl(frame, 'past'),
});

/** The title: `Upcoming events` or `March 2031`, with the term and the search text. */
export function titleOf({ site, pageQuery: { search }, answer: { term } }: Frame, what: string): string {
  const { words } = site.clock;
  const title = term ? words.text('list.titleOfTerm', { term: term.name, title: what }) : what;
  return search ? words.text('list.titleOfSearch', { title, search }) : title;
}

/** The categories; the most frequent ones if there are too many. */
const categoryLinks = ({ site }: Frame, { totalCount, nodes }: Listing['categories']): HtmlValue =>
  nodes.length > 0 &&
  html`<section><h2>${site.clock.words.text(
    totalCount > nodes.length ? 'list.popularCategories' : 'list.categories',
  )}</h2>${termLinks(nodes)}</section>`;

/** The notice of a past day or month. */
export const pastNotice = ({ site }: Frame, notice: 'list.dayOver' | 'list.monthOver'): Html =>
  html`<p class="over">${site.clock.words.text(notice)}</p>\n`;

/** The term of the page: the way to all events, and to its parent. */
const crumbs = ({ site, answer: { term } }: Frame): HtmlValue =>
  term &&
  html`<p class="crumbs"><a href="${site.url}/events/">${site.clock.words.text('list.all')}</a>${
    term.parent && html` › <a href="${term.parent.url}">${term.parent.name}</a>`
  }</p>`;

/** The frame of every list: its filters, the term and its children. */
export function framed(frame: Frame, title: string, inner: Html): Html {
  const { site, answer, isStart } = frame;
  const base = baseOf(frame);
  const { term } = answer;
  const categories = { ...answer.categories, nodes: sortedByName(answer.categories.nodes, site) };
  return html`${crumbs(frame)}<h1>${title}</h1>
${isStart && site.description && html`<p class="lead">${site.description}</p>\n`}${
  term && prose(term.description)
}<div class="tools">
${toggles(frame, base)}
${filterForm(frame, base, answer)}
</div>
${chips(frame, base)}${inner}${subscribe(feedsOf(frame), site)}${
  term?.children && term.children.nodes.length > 0
    ? html`<section><h2>${site.clock.words.text('list.within', { term: term.name })}</h2>${termLinks(term.children.nodes)}</section>`
    : !term && categoryLinks(frame, categories)
}`;
}

/** Links to the day before and the day after; a long day also has pages, like other lists. */
function adjacentDays(frame: Frame, day: string): AdjacentPages {
  const { pageQuery, site } = frame;
  const base = baseOf(frame);
  const to = (other: string | null): AdjacentPages['next'] =>
    other === null
      ? null
      : { href: listUrl(base, { ...firstPage(pageQuery), day: other }), text: site.clock.formats.day(other) };
  return { previous: to(dayBefore(day)), next: to(dayAfter(day)) };
}

/** Links to the previous and next page. Past events come before the first page of upcoming events. */
function adjacentPages(frame: Frame, { totalPages }: Listing['events']): AdjacentPages {
  const { pageQuery, site } = frame;
  const { page, view, date, when } = pageQuery;
  const link = (href: string, key: WordKey): AdjacentPages['next'] => ({
    href,
    text: site.clock.words.text(key),
  });
  const to = (number: number): string => listUrl(baseOf(frame), { ...pageQuery, page: number });
  const isPast = view === 'past';
  const hasPast = view === 'list' && date === null && when === null;
  const back =
    page > 1
      ? link(to(page - 1), isPast ? 'list.later' : 'list.previous')
      : isPast
        ? link(viewUrl(frame, 'list'), 'list.upcoming')
        : hasPast
          ? link(viewUrl(frame, 'past'), 'list.past')
          : null;
  return {
    previous: back,
    next: page < totalPages ? link(to(page + 1), isPast ? 'list.earlier' : 'list.next') : null,
  };
}

/** A list of events: upcoming, past, or of one day. */
interface ListFrame extends Frame {
  readonly answer: Listing;
  /** The day of a list of one day, `YYYY-MM-DD`; null for other lists. */
  readonly day: string | null;
  /** The first day of a list of upcoming events, `YYYY-MM-DD`; null for other lists. */
  readonly from: string | null;
}

const NOTHING = {
  list: 'list.noUpcoming',
  past: 'list.noPast',
  day: 'list.noneOnDay',
  month: 'list.noneInMonth',
} as const satisfies Record<View, WordKey>;

/** The text of a list without events, with links to other lists. */
export function emptyText(frame: Frame): Html {
  const { pageQuery, site } = frame;
  const { words } = site.clock;
  if (frame.isEmpty)
    return html`<p>${words.text('list.nothingYet')}</p>\n<p><a href="${site.url}/docs">${words.text('list.addFirst')}</a></p>`;
  const isFiltered = FILTERS.some((filter) => pageQuery[filter] !== null);
  const { view } = pageQuery;
  const ways: (readonly [string, WordKey])[] = [
    ...(isFiltered ? [[unfilteredUrl(baseOf(frame), pageQuery), 'filter.clear'] as const] : []),
    ...(view === 'list' ? [] : [[viewUrl(frame, 'list'), 'list.upcoming'] as const]),
    ...(view === 'month' ? [] : [[viewUrl(frame, 'month'), 'list.byMonth'] as const]),
    ...(view === 'past' ? [] : [[viewUrl(frame, 'past'), 'list.past'] as const]),
  ];
  return html`<p>${words.text(isFiltered ? 'list.noneFound' : NOTHING[view])}</p>
<ul class="ways">${ways.map(([href, text]) => html`<li><a href="${href}">${words.text(text)}</a></li>`)}</ul>`;
}

/** The title of a list, without term and search text. */
function headingOf({ site, pageQuery: { view, when }, day }: ListFrame): string {
  const { words, formats } = site.clock;
  if (day !== null) return formats.dayTitle(day);
  if (view === 'past') return words.text('list.past');
  if (when === null) return words.text('list.upcoming');
  return words.text(when === 'today' ? 'list.titleToday' : 'list.titleWeekend');
}

/** `/events/`, and the events of a category or tag, as a list. */
export function listContent(frame: ListFrame): PageContent {
  const { site, present, pageQuery, answer, day, from, isStart } = frame;
  const { words } = site.clock;
  const { events } = answer;
  const title = titleOf(frame, headingOf(frame));
  const adjacent = adjacentPages(frame, events);
  const days = day === null ? null : adjacentDays(frame, day);
  const isDayOver = day !== null && day < present.today;
  const count = countText(events, pageQuery.page, site);
  const inner = html`${days && pager(days, words.text('list.days'))}${isDayOver && pastNotice(frame, 'list.dayOver')}${
    events.totalCount === 0
      ? html`<div class="empty">${emptyText(frame)}</div>`
      : html`<p class="count">${count}</p>${
          day === null
            ? cards(events.nodes, site, present, from)
            : cardsOfDay(events.nodes, site, day, day === present.today ? present : null)
        }`
  }${pager(adjacent, words.text('list.pages'))}`;
  const description = words.text('list.description', { title, count });
  return {
    title: isStart ? site.name : title,
    description: isStart ? (site.description ?? description) : description,
    url: isStart ? `${site.url}/` : hasTypedText(pageQuery) ? null : listUrl(baseOf(frame), pageQuery),
    views: viewsOf(frame),
    json: jsonOf(frame),
    feeds: feedsOf(frame),
    ics: icsOf(frame),
    previous: adjacent.previous?.href ?? null,
    next: adjacent.next?.href ?? null,
    main: framed(frame, title, inner),
  };
}
