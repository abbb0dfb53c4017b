import { type Asked, addressOf } from './asked.ts';
import { type Html, html, type Shown } from './html.ts';
import type { Feeds, Sight, Site } from './layout.ts';
import { cards, countText, type Neighbours, pager, prose, subscribe, termLinks } from './parts.ts';
import type { Listing, Within } from './questions.ts';

/** A list or a sheet within a term, or of everything. */
export interface Frame {
  readonly site: Site;
  readonly within: Within;
  readonly slug: string | null;
  readonly asked: Asked;
  /** What of the time is shown, in the names of REST. */
  readonly span: Readonly<Record<string, string>>;
  readonly answer: Omit<Listing, 'events'>;
}

const VIEWS = [
  ['list', 'List'],
  ['month', 'Month'],
  ['past', 'Past'],
] as const;
const FILTERS = { category: 'categories', tag: 'tags' } as const;

/** The address of the list without anything asked of it. */
export const baseOf = ({ site, answer }: Frame): string => answer.term?.url ?? `${site.url}/events/`;

/** The filters of a list as query of the API and of feeds, which have the same ones. */
function filtersOf({ within, slug, asked: { search } }: Frame, span: Frame['span'] = {}): string {
  const query = new URLSearchParams(span);
  if (within && slug) query.set(FILTERS[within], slug);
  if (search) query.set('search', search);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export const feedsOf = (frame: Frame): Feeds => {
  const query = filtersOf(frame);
  const { url } = frame.site;
  return { ics: `${url}/feeds/events.ics${query}`, rss: `${url}/feeds/events.rss${query}` };
};

export const jsonOf = (frame: Frame): string => `${frame.site.rest}/events${filtersOf(frame, frame.span)}`;

/** `Upcoming events`, `March 2031`, with the term and the words that were asked for. */
export function titleOf({ asked: { search }, answer: { term } }: Frame, what: string): string {
  const within = term ? `${term.name}: ${what}` : what;
  return search ? `${within} with “${search}”` : within;
}

/** What stands around every list: the search, the views, the term and its relatives. */
export function framed(frame: Frame, title: string, inner: Html): Html {
  const { asked, answer } = frame;
  const base = baseOf(frame);
  const { term, categories } = answer;
  const { search, view } = asked;
  const hidden = (name: string, value: string | null): Shown =>
    value !== null && html`<input type="hidden" name="${name}" value="${value}">`;
  return html`${
    term?.parent && html`<p class="crumbs"><a href="${term.parent.url}">${term.parent.name}</a></p>`
  }<h1>${title}</h1>
${term && prose(term.description)}<div class="tools">
<form role="search" action="${base}" method="get"><label class="unseen" for="search">Search events</label><input
 id="search" type="search" name="search" maxlength="1000" placeholder="Search events" value="${search ?? ''}">${hidden(
   'view',
   view === 'past' ? view : null,
 )}${hidden('date', view === 'list' ? asked.date : null)}${
   view === 'month' && (asked.month ? hidden('month', asked.month) : hidden('view', view))
 }<button>Search</button></form>
<nav class="views" aria-label="Views">${VIEWS.map(
    ([name, text]) =>
      html`<a href="${addressOf(base, { search, view: name })}"${name === view && html` aria-current="page"`}>${text}</a>`,
  )}</nav>
</div>
${inner}${subscribe(feedsOf(frame))}${
  term?.children && term.children.length > 0
    ? html`<section><h2>Within ${term.name}</h2>${termLinks(term.children)}</section>`
    : !term && html`<section><h2>Categories</h2>${termLinks(categories.categories)}</section>`
}`;
}

/** Pages of a list; before the first one of what is to come lies what is over. */
function neighbours(frame: Frame, { totalPages }: Listing['events']): Neighbours {
  const { asked } = frame;
  const { page, view, search, date } = asked;
  const base = baseOf(frame);
  const to = (number: number): string => addressOf(base, { ...asked, page: number });
  const isPast = view === 'past';
  const back =
    page > 1
      ? { href: to(page - 1), text: isPast ? 'Later events' : 'Previous events' }
      : isPast
        ? { href: addressOf(base, { search }), text: 'Upcoming events' }
        : date === null
          ? { href: addressOf(base, { search, view: 'past' }), text: 'Past events' }
          : null;
  return {
    previous: back,
    next: page < totalPages ? { href: to(page + 1), text: isPast ? 'Earlier events' : 'Next events' } : null,
  };
}

/** `/events/`, and the events of a category or tag, as a list. */
export function listSight(frame: Frame & { readonly answer: Listing }): Sight {
  const { asked, answer } = frame;
  const { events } = answer;
  const title = titleOf(frame, asked.view === 'past' ? 'Past events' : 'Upcoming events');
  const beside = neighbours(frame, events);
  const none = asked.search ? 'Nothing was found.' : 'Nothing is planned.';
  const inner = html`${
    events.total === 0
      ? html`<p class="count">${none}</p>`
      : html`<p class="count">${countText(events, asked.page)}</p>${cards(events.events)}`
  }${pager(beside, 'Pages')}`;
  return {
    title,
    description: `${title}, ${countText(events, asked.page)}`,
    url: addressOf(baseOf(frame), asked),
    json: jsonOf(frame),
    feeds: feedsOf(frame),
    previous: beside.previous?.href ?? null,
    next: beside.next?.href ?? null,
    main: framed(frame, title, inner),
  };
}
