import { type CurrentTime, daysOf, isCurrent, leaf, when } from './dates.ts';
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

/** Events in the given order: current events first, the others under headings for the months of their start. */
export function cards(events: readonly Card[], site: Site, present: CurrentTime): Html {
  const { zone, formats } = site.clock;
  const { on = [], others = [] } = Object.groupBy(events, (event) =>
    isCurrent(event, present) ? 'on' : 'others',
  );
  const months = Map.groupBy(others, (event) => daysOf(event, zone).first.slice(0, 7));
  return html`${on.length > 0 && html`<h2 class="month">On now</h2>\n${list(on, site)}`}${[...months].map(
    ([month, those]) => html`<h2 class="month">${formats.month(`${month}-01`)}</h2>\n${list(those, site)}`,
  )}`;
}

/** The events of one day, without headings. @param present null for other days than today */
export const cardsOfDay = (events: readonly Card[], site: Site, present: CurrentTime | null): Html =>
  html`<h2 class="unseen">Events</h2>
<ul class="cards">
${events.map((event) =>
  card(
    event,
    site,
    present !== null && isCurrent(event, present) && html` <span class="badge now">On now</span>`,
  ),
)}</ul>`;

export interface AdjacentPages {
  readonly previous: { readonly href: string; readonly text: string } | null;
  readonly next: { readonly href: string; readonly text: string } | null;
}

/** Links to the previous and next page, with other links between them. */
export const pager = (
  { previous, next }: AdjacentPages,
  label: string,
  between: HtmlValue = null,
): HtmlValue =>
  (previous || next) &&
  html`<nav class="pager" aria-label="${label}">${
    previous && html`<a rel="prev" href="${previous.href}">← ${previous.text}</a>`
  }${between}${next && html`<a rel="next" href="${next.href}">${next.text} →</a>`}</nav>
`;

export const countText = ({ totalCount, totalPages }: Omit<CardList, 'nodes'>, page: number): string =>
  totalCount === 0
    ? 'No events'
    : `${totalCount} ${totalCount === 1 ? 'event' : 'events'}${totalPages > 1 ? `, page ${page} of ${totalPages}` : ''}`;

export const sortedByName = <T extends { readonly name: string }>(
  terms: readonly T[],
  { clock }: Site,
): T[] => terms.toSorted((one, other) => clock.formats.compare(one.name, other.name));

export const termLinks = (terms: readonly TermLink[]): Html =>
  html`<ul class="terms">${terms.map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>`)}</ul>`;

/** A description, sanitized when it was stored. One without tags keeps its lines. */
export const prose = (description: string | null | undefined): HtmlValue =>
  description &&
  html`<div class="${description.includes('<') ? 'prose' : 'prose plain'}">${sanitized(description)}</div>`;

export const searchField = (label: string, search: string | null): Html =>
  html`<div class="search"><label class="unseen" for="search">${label}</label><input id="search" type="search"
 name="search" maxlength="1000" placeholder="${label}" value="${search ?? ''}"><button>Search</button></div>`;

/** The text of a calendar without any events. */
export const noEvents = ({ url }: Site): Html =>
  html`<p>There are no events yet.</p>\n<p>Have an account? <a href="${url}/docs">Add the first event</a>.</p>`;

/** Links to subscribe, for calendar programs and feed readers. */
export const subscribe = ({ ics, rss }: Feeds): Html =>
  html`<p class="actions"><a class="button" href="${ics.replace(/^https?:/, 'webcal:')}">Subscribe</a> <a
 href="${ics}">iCalendar file</a>${rss && html` <a href="${rss}">RSS</a>`}</p>
`;

/** An external link, shown without scheme and `www.`. */
export const externalLink = (url: string): Html =>
  html`<a href="${url}" rel="nofollow">${url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</a>`;
