import { type CurrentTime, dayAfter, dayBefore } from './dates.ts';
import { chips, type FilteredList, filterForm, filterQuery, firstPage } from './filters.ts';
import { type Html, type HtmlValue, html } from './html.ts';
import type { Feeds, PageContent } from './layout.ts';
import type { Listing } from './page-documents.ts';
import { FILTERS, listUrl, type PageQuery } from './page-query.ts';
import {
  type AdjacentPages,
  cards,
  cardsOfDay,
  countText,
  noEvents,
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

const VIEWS = [
  ['list', 'List'],
  ['month', 'Month'],
  ['day', 'Day'],
  ['past', 'Past'],
] as const;

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

/** The title: `Upcoming events` or `March 2031`, with the term and the search text. */
export function titleOf({ pageQuery: { search }, answer: { term } }: Frame, what: string): string {
  const within = term ? `${term.name}: ${what}` : what;
  return search ? `${within} matching “${search}”` : within;
}

/** The categories; the most frequent ones if there are too many. */
const categoryLinks = ({ totalCount, nodes }: Listing['categories']): HtmlValue =>
  nodes.length > 0 &&
  html`<section><h2>${totalCount > nodes.length ? 'Popular categories' : 'Categories'}</h2>${termLinks(nodes)}</section>`;

/** The notice of a past day or month. */
export const pastNotice = (what: string): Html => html`<p class="over">This ${what} is over.</p>\n`;

/** The frame of every list: the search, the views, the term and its children. */
export function framed(frame: Frame, title: string, inner: Html): Html {
  const { site, pageQuery, answer, isStart } = frame;
  const base = baseOf(frame);
  const { term } = answer;
  const categories = { ...answer.categories, nodes: sortedByName(answer.categories.nodes, site) };
  const { view } = pageQuery;
  const viewed = (name: PageQuery['view']): string =>
    listUrl(base, { ...firstPage(pageQuery), view: name, month: null, day: null });
  return html`${
    term?.parent && html`<p class="crumbs"><a href="${term.parent.url}">${term.parent.name}</a></p>`
  }<h1>${title}</h1>
${isStart && site.description && html`<p class="lead">${site.description}</p>\n`}${
  term && prose(term.description)
}<div class="tools">
${filterForm(frame, base, categories)}
<nav class="views" aria-label="Views">${VIEWS.map(
    ([name, text]) =>
      html`<a href="${viewed(name)}"${name === view && html` aria-current="page"`}>${text}</a>`,
  )}</nav>
</div>
${chips(frame, base)}${inner}${subscribe(feedsOf(frame))}${
  term?.children && term.children.nodes.length > 0
    ? html`<section><h2>Within ${term.name}</h2>${termLinks(term.children.nodes)}</section>`
    : !term && categoryLinks(categories)
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
  const { pageQuery } = frame;
  const { page, view, date } = pageQuery;
  const first = firstPage(pageQuery);
  const base = baseOf(frame);
  const to = (number: number): string => listUrl(base, { ...pageQuery, page: number });
  const isPast = view === 'past';
  const back =
    page > 1
      ? { href: to(page - 1), text: isPast ? 'Later events' : 'Previous events' }
      : isPast
        ? { href: listUrl(base, { ...first, view: 'list' }), text: 'Upcoming events' }
        : view === 'list' && date === null
          ? { href: listUrl(base, { ...first, view: 'past' }), text: 'Past events' }
          : null;
  return {
    previous: back,
    next: page < totalPages ? { href: to(page + 1), text: isPast ? 'Earlier events' : 'Next events' } : null,
  };
}

/** A list of events: upcoming, past, or of one day. */
interface ListFrame extends Frame {
  readonly answer: Listing;
  /** The day of a list of one day, `YYYY-MM-DD`; null for other lists. */
  readonly day: string | null;
}

const TITLES = { list: 'Upcoming events', past: 'Past events' } as const;
const NOTHING = {
  list: 'No upcoming events.',
  past: 'No past events.',
  day: 'No events on this day.',
  month: 'No events in this month.',
} as const;

export function emptyText(frame: Frame): Html {
  const { pageQuery, site } = frame;
  const isFiltered = FILTERS.some((filter) => pageQuery[filter] !== null);
  if (frame.isEmpty) return noEvents(site);
  const { view, month, day } = pageQuery;
  return html`<p>${isFiltered ? 'No events found.' : NOTHING[view]}</p>${
    isFiltered && html`<p><a href="${listUrl(baseOf(frame), { view, month, day })}">Clear filters</a></p>`
  }`;
}

/** `/events/`, and the events of a category or tag, as a list. */
export function listContent(frame: ListFrame): PageContent {
  const { site, present, pageQuery, answer, day, isStart } = frame;
  const { events } = answer;
  const { view } = pageQuery;
  const { formats } = site.clock;
  const title = titleOf(frame, day === null ? TITLES[view === 'past' ? 'past' : 'list'] : formats.day(day));
  const adjacent = adjacentPages(frame, events);
  const days = day === null ? null : adjacentDays(frame, day);
  const isDayOver = day !== null && day < present.today;
  const inner = html`${days && pager(days, 'Days')}${isDayOver && pastNotice('day')}${
    events.totalCount === 0
      ? html`<div class="empty">${emptyText(frame)}</div>`
      : html`<p class="count">${countText(events, pageQuery.page)}</p>${
          day === null
            ? cards(events.nodes, site, present)
            : cardsOfDay(events.nodes, site, day === present.today ? present : null)
        }`
  }${pager(adjacent, 'Pages')}`;
  const description = `${title}: ${countText(events, pageQuery.page)}`;
  return {
    title: isStart ? site.name : title,
    description: isStart ? (site.description ?? description) : description,
    url: isStart ? `${site.url}/` : listUrl(baseOf(frame), pageQuery),
    json: jsonOf(frame),
    feeds: feedsOf(frame),
    ics: icsOf(frame),
    previous: adjacent.previous?.href ?? null,
    next: adjacent.next?.href ?? null,
    main: framed(frame, title, inner),
  };
}
