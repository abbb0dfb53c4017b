import { withFreeWord } from '../../../lib/cost.ts';
import { sourceSet } from '../../../lib/pictures.ts';
import type { Words } from '../../../lib/words.ts';
import { type CurrentTime, dayAfter, daysOf, isCurrent, timeOf } from './dates.ts';
import { type Html, type HtmlValue, html, sanitized } from './html.ts';
import { type Feeds, type Site, summaryOf } from './layout.ts';
import type { Card, CardList, Picture, TermLink } from './page-documents.ts';
import { statusBadge } from './status.ts';

interface ShownCard extends Card {
  /** Whether it is at the venue of the page, which the card does not repeat. */
  readonly isHere?: boolean;
}

/** A cost with the price of 0 in the language of the site (rules#cost). */
export const price = (cost: string, words: Words): string => withFreeWord(cost, words.text('event.free'));

/** Place and price, separated by points; the place can be a venue, online, or both. */
function placeAndPrice({ venue, isHere, isOnline, cost }: ShownCard, { clock: { words } }: Site): HtmlValue {
  const place =
    venue && !isHere && html`<a href="${venue.url}">${venue.name}</a>${venue.city && `, ${venue.city}`}`;
  const online = isOnline && words.text(venue ? 'event.alsoOnline' : 'event.online');
  const parts = [place, online, cost && html`<span class="cost">${price(cost, words)}</span>`].filter(
    Boolean,
  );
  return (
    parts.length > 0 &&
    html`<p class="where">${parts.map((part, at) => html`${at > 0 && '\u00a0· '}${part}`)}</p>\n`
  );
}

/** The attributes with the addresses of an image. @param sizes the width at which the page shows it, for browsers */
export const sources = (image: Picture, sizes: string): Html => {
  const set = sourceSet(image);
  return html`src="${image.url}"${set !== null && html` srcset="${set}" sizes="${sizes}"`}`;
};

/** The decorative image of an entry of a list. */
export const thumbnail = (image: Picture): Html =>
  html`<img ${sources(image, '15rem')} alt="" width="320" height="180" loading="lazy" decoding="async">`;

/** @param day of the heading above it, `YYYY-MM-DD`; the card does not repeat it */
function card(event: ShownCard, site: Site, day: string, badge: HtmlValue = null): Html {
  const { title, url, image, isFeatured, excerpt } = event;
  const { clock } = site;
  return html`<li class="card">${
    image && html`<a class="thumb" href="${url}" tabindex="-1" aria-hidden="true">${thumbnail(image)}</a>`
  }<div class="what">
<p class="when">${timeOf(event, clock, day)}</p>
<h3><a href="${url}">${title}</a>${statusBadge(event, clock)}${badge}${
    isFeatured && html` <span class="badge">${clock.words.text('event.featured')}</span>`
  }</h3>
${placeAndPrice(event, site)}${excerpt && html`<p class="excerpt">${summaryOf(excerpt)}</p>\n`}</div></li>
`;
}

interface Group {
  readonly heading: HtmlValue;
  readonly day: string;
  readonly events: readonly ShownCard[];
}

/**
 * Events in the given order under headings: current events first, the others by the day of their start in the zone of
 * the site.
 * @param from the first day of the list, which also has events that began earlier; null for past events
 */
export function cards(
  events: readonly ShownCard[],
  site: Site,
  present: CurrentTime,
  from: string | null,
): Html {
  const { zone, words, formats } = site.clock;
  const { today } = present;
  const { on = [], others = [] } = Object.groupBy(events, (event) =>
    isCurrent(event, present) ? 'on' : 'others',
  );
  const days = Map.groupBy(others, (event) => {
    const { first } = daysOf(event, zone);
    return from !== null && first < from ? from : first;
  });
  // An all-day event elsewhere can start before an event of the day before.
  const direction = from === null ? -1 : 1;
  const sorted = [...days].toSorted(([one], [other]) => (one < other ? -direction : direction));
  const headingOf = (day: string): HtmlValue => {
    const date = formats.heading(day, today);
    if (day === today) return html`${words.text('list.today')} <small>${date}</small>`;
    return day === dayAfter(today) ? html`${words.text('list.tomorrow')} <small>${date}</small>` : date;
  };
  const groups: Group[] = [
    ...(on.length > 0 ? [{ heading: words.text('list.onNow'), day: today, events: on }] : []),
    ...sorted.map(([day, of]) => ({ heading: headingOf(day), day, events: of })),
  ];
  return html`${groups.map(
    ({ heading, day, events: of }) => html`<div class="group"><h2>${heading}</h2>
<ul class="cards">
${of.map((event) => card(event, site, day))}</ul></div>
`,
  )}`;
}

/** The events of one day, without visible headings. @param present null for other days than today */
export const cardsOfDay = (
  events: readonly Card[],
  site: Site,
  day: string,
  present: CurrentTime | null,
): Html =>
  html`<h2 class="unseen">${site.clock.words.text('page.events')}</h2>
<ul class="cards">
${events.map((event) =>
  card(
    event,
    site,
    day,
    present !== null &&
      isCurrent(event, present) &&
      html` <span class="badge now">${site.clock.words.text('list.onNow')}</span>`,
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

/** `12 events`, `12 events, page 2 of 3` */
export function countText(
  { totalCount: count, totalPages: pages }: Omit<CardList, 'nodes'>,
  page: number,
  { clock: { words } }: Site,
): string {
  return pages > 1 ? words.text('count.page', { count, page, pages }) : words.text('count.events', { count });
}

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

export const searchField = ({ clock }: Site, label: string, search: string | null): Html =>
  html`<div class="search"><label class="unseen" for="search">${label}</label><input id="search" type="search"
 name="search" maxlength="1000" placeholder="${label}" value="${search ?? ''}"><button>${clock.words.text('filter.find')}</button></div>`;

/** Links to subscribe, for calendar programs and feed readers. */
export const subscribe = ({ ics, rss }: Feeds, { clock: { words } }: Site): Html =>
  html`<p class="actions"><a class="button" href="${ics.replace(/^https?:/, 'webcal:')}">${words.text('list.subscribe')}</a> <a
 href="${ics}">${words.text('calendar.file')}</a>${rss && html` <a href="${rss}">RSS</a>`}</p>
`;

/** An external link, shown without scheme and `www.`. */
export const externalLink = (url: string): Html =>
  html`<a href="${url}" rel="nofollow">${url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}</a>`;
