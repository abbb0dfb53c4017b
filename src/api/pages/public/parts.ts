import { daysOf, isOnNow, leaf, type Present, when } from './dates.ts';
import { type Html, type HtmlValue, html, sanitized } from './html.ts';
import { type Feeds, type Site, summaryOf } from './layout.ts';
import type { Card, CardList, TermLink } from './page-documents.ts';
import { statusBadge } from './status.ts';

const card = (
  { title, url, image, venue, isOnline, cost, isFeatured, excerpt, ...times }: Card,
  { clock }: Site,
  badge: HtmlValue = null,
): Html =>
  html`<li class="card">${leaf(times, clock)}<div class="what">
<h3><a href="${url}">${title}</a>${statusBadge(times)}${badge}${isFeatured && html` <span class="badge">Featured</span>`}</h3>
<p class="when">${when(times, clock)}</p>${
    (venue || isOnline) &&
    html`
<p class="where">${
      venue && html`<a href="${venue.url}">${venue.name}</a>${venue.city && `, ${venue.city}`}`
    }${isOnline && (venue ? ', and online' : 'Online')}</p>`
  }${
    cost &&
    html`
<p class="cost">${cost}</p>`
  }${
    excerpt &&
    html`
<p class="excerpt">${summaryOf(excerpt)}</p>`
  }
</div>${
    image && html`<img src="${image.url}" alt="" width="112" height="80" loading="lazy" decoding="async">`
  }</li>
`;

const list = (events: readonly Card[], site: Site): Html => html`<ul class="cards">
${events.map((event) => card(event, site))}</ul>
`;

/**
 * Events one below the other, in the given order: first what is on now, the others under headings for the months in
 * which they start.
 */
export function cards(events: readonly Card[], site: Site, present: Present): Html {
  const { zone, formats } = site.clock;
  const { on = [], others = [] } = Object.groupBy(events, (event) =>
    isOnNow(event, present) ? 'on' : 'others',
  );
  const months = Map.groupBy(others, (event) => daysOf(event, zone).first.slice(0, 7));
  return html`${on.length > 0 && html`<h2 class="month">On now</h2>\n${list(on, site)}`}${[...months].map(
    ([month, those]) => html`<h2 class="month">${formats.month(`${month}-01`)}</h2>\n${list(those, site)}`,
  )}`;
}

/** The events of one day, without such headings. @param present where it is today */
export const cardsOfDay = (events: readonly Card[], site: Site, present: Present | null): Html =>
  html`<h2 class="unseen">Events</h2>
<ul class="cards">
${events.map((event) =>
  card(
    event,
    site,
    present !== null && isOnNow(event, present) && html` <span class="badge now">On now</span>`,
  ),
)}</ul>`;

export interface Neighbours {
  readonly previous: { readonly href: string; readonly text: string } | null;
  readonly next: { readonly href: string; readonly text: string } | null;
}

/** Links to what comes before and after, with what stands between them. */
export const pager = ({ previous, next }: Neighbours, label: string, between: HtmlValue = null): HtmlValue =>
  (previous || next) &&
  html`<nav class="pager" aria-label="${label}">${
    previous && html`<a rel="prev" href="${previous.href}">← ${previous.text}</a>`
  }${between}${next && html`<a rel="next" href="${next.href}">${next.text} →</a>`}</nav>
`;

export const countText = ({ totalCount, totalPages }: Omit<CardList, 'nodes'>, page: number): string =>
  totalCount === 0
    ? 'There are none.'
    : `${totalCount} ${totalCount === 1 ? 'event' : 'events'}${totalPages > 1 ? `, page ${page} of ${totalPages}` : ''}`;

export const sortedByName = <T extends { readonly name: string }>(
  terms: readonly T[],
  { clock }: Site,
): T[] => terms.toSorted((one, other) => clock.formats.compare(one.name, other.name));

export const termLinks = (terms: readonly TermLink[]): Html =>
  html`<ul class="terms">${terms.map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>`)}</ul>`;

/** A description, which was cleaned when it was stored. One without tags keeps its lines. */
export const prose = (description: string | null | undefined): HtmlValue =>
  description &&
  html`<div class="${description.includes('<') ? 'prose' : 'prose plain'}">${sanitized(description)}</div>`;

/** The field for words, with its button. */
export const searchField = (label: string, search: string | null): Html =>
  html`<div class="search"><label class="unseen" for="search">${label}</label><input id="search" type="search"
 name="search" maxlength="1000" placeholder="${label}" value="${search ?? ''}"><button>Search</button></div>`;

/** What a calendar without any event says. */
export const noEvents = ({ url }: Site): Html =>
  html`<p>There are no events yet.</p>\n<p>Who has a login can <a href="${url}/docs">add the first one</a>.</p>`;

/** Links to subscribe, for calendar programs and for people. */
export const subscribe = ({ ics, rss }: Feeds): Html =>
  html`<p class="actions"><a class="button" href="${ics.replace(/^https?:/, 'webcal:')}">Subscribe</a> <a
 href="${ics}">iCalendar file</a>${rss && html` <a href="${rss}">RSS</a>`}</p>
`;

/** A web address as text, without the scheme. */
export const outward = (url: string): Html =>
  html`<a href="${url}" rel="nofollow">${url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</a>`;
