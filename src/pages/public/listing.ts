import { type Asked, FILTERS, listUrl } from './asked.ts';
import { chips, type Filtered, filterForm, filterQuery, fromStart } from './filters.ts';
import { type Html, html } from './html.ts';
import type { Feeds, PageContent, Site } from './layout.ts';
import { cards, countText, type Neighbours, pager, prose, subscribe, termLinks } from './parts.ts';
import type { Listing } from './questions.ts';

/** What pages with a list or a month of events have in common. */
export interface Frame extends Filtered {
  readonly site: Site;
  /** The time that the page shows, as parameters of REST. */
  readonly span: Readonly<Record<string, string>>;
  /** The time that the address asks for, as parameters of REST: feeds get only that. */
  readonly range: Readonly<Record<string, string>>;
  readonly answer: Omit<Listing, 'events'>;
}

const VIEWS = [
  ['list', 'List'],
  ['month', 'Month'],
  ['past', 'Past'],
] as const;

/** The address of the list without any filter. */
export const baseOf = ({ site, answer }: Frame): string => answer.term?.url ?? `${site.url}/events/`;

export const feedsOf = (frame: Frame): Feeds => {
  const query = filterQuery(frame, frame.range);
  const { url } = frame.site;
  return { ics: `${url}/feeds/events.ics${query}`, rss: `${url}/feeds/events.rss${query}` };
};

export const jsonOf = (frame: Frame): string => `${frame.site.rest}/events${filterQuery(frame, frame.span)}`;

/** The title: `Upcoming events` or `March 2031`, with the term and the words of the search. */
export function titleOf({ asked: { search }, answer: { term } }: Frame, what: string): string {
  const within = term ? `${term.name}: ${what}` : what;
  return search ? `${within} with “${search}”` : within;
}

/** What surrounds every list: the search, the views, the term and its children. */
export function framed(frame: Frame, title: string, inner: Html): Html {
  const { asked, answer } = frame;
  const base = baseOf(frame);
  const { term, categories } = answer;
  const { view } = asked;
  const viewed = (name: Asked['view']): string =>
    listUrl(base, { ...fromStart(asked), view: name, month: null });
  return html`${
    term?.parent && html`<p class="crumbs"><a href="${term.parent.url}">${term.parent.name}</a></p>`
  }<h1>${title}</h1>
${term && prose(term.description)}<div class="tools">
${filterForm(frame, base, answer)}
<nav class="views" aria-label="Views">${VIEWS.map(
    ([name, text]) =>
      html`<a href="${viewed(name)}"${name === view && html` aria-current="page"`}>${text}</a>`,
  )}</nav>
</div>
${chips(frame, base)}${inner}${subscribe(feedsOf(frame))}${
  term?.children && term.children.length > 0
    ? html`<section><h2>Within ${term.name}</h2>${termLinks(term.children)}</section>`
    : !term && html`<section><h2>Categories</h2>${termLinks(categories.categories)}</section>`
}`;
}

/** Links to the previous and next page. Before the first page of upcoming events come past events. */
function neighbours(frame: Frame, { totalPages }: Listing['events']): Neighbours {
  const { asked } = frame;
  const { page, view, date } = asked;
  const first = fromStart(asked);
  const base = baseOf(frame);
  const to = (number: number): string => listUrl(base, { ...asked, page: number });
  const isPast = view === 'past';
  const back =
    page > 1
      ? { href: to(page - 1), text: isPast ? 'Later events' : 'Previous events' }
      : isPast
        ? { href: listUrl(base, { ...first, view: 'list' }), text: 'Upcoming events' }
        : date === null
          ? { href: listUrl(base, { ...first, view: 'past' }), text: 'Past events' }
          : null;
  return {
    previous: back,
    next: page < totalPages ? { href: to(page + 1), text: isPast ? 'Earlier events' : 'Next events' } : null,
  };
}

/** `/events/`, and the events of a category or tag, as a list. */
export function listContent(frame: Frame & { readonly answer: Listing }): PageContent {
  const { asked, answer } = frame;
  const { events } = answer;
  const title = titleOf(frame, asked.view === 'past' ? 'Past events' : 'Upcoming events');
  const beside = neighbours(frame, events);
  const isFiltered = FILTERS.some((filter) => asked[filter] !== null);
  const none = isFiltered ? 'Nothing was found.' : 'Nothing is planned.';
  const inner = html`${
    events.total === 0
      ? html`<div class="empty"><p>${none}</p>${
          isFiltered &&
          html`<p><a href="${listUrl(baseOf(frame), { view: asked.view })}">Show everything</a></p>`
        }</div>`
      : html`<p class="count">${countText(events, asked.page)}</p>${cards(events.events)}`
  }${pager(beside, 'Pages')}`;
  return {
    title,
    description: `${title}, ${countText(events, asked.page)}`,
    url: listUrl(baseOf(frame), asked),
    json: jsonOf(frame),
    feeds: feedsOf(frame),
    previous: beside.previous?.href ?? null,
    next: beside.next?.href ?? null,
    main: framed(frame, title, inner),
  };
}
