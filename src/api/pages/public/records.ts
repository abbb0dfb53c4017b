import { mailtoOf } from '../../../lib/email.ts';
import { type LinkedKind, PLURALS } from '../../../lib/kinds.ts';
import type { WordKey, Words } from '../../../lib/words.ts';
import { type CurrentTime, isCurrent, isPast, when } from './dates.ts';
import { slugOrIdOf } from './filters.ts';
import { type Html, type HtmlValue, html } from './html.ts';
import { type PageContent, type Site, summaryOf } from './layout.ts';
import { calendarMenu, shareMenu } from './menus.ts';
import { otherDates } from './other-dates.ts';
import type {
  EventAnswer,
  Host,
  OrganizerAnswer,
  Picture,
  RecordPart,
  VenueAnswer,
  VenuePart,
} from './page-documents.ts';
import { listUrl, type PageQuery } from './page-query.ts';
import {
  cards,
  countText,
  externalLink,
  pager,
  price,
  prose,
  sources,
  subscribe,
  termLinks,
} from './parts.ts';
import { notice, statusBadge } from './status.ts';

const MAP = 'https://www.openstreetmap.org';

/** `1 Main Street, Rome, 00100, Italy` */
const addressText = ({ address, city, region, zip, country }: VenuePart): string =>
  [address, city, region, zip, country].filter((part) => part).join(', ');

/** The address of a map; null if the map is off, or the venue has neither coordinates nor an address. */
function mapUrl(place: VenuePart): string | null {
  const { latitude, longitude, showMapLink } = place;
  if (!showMapLink) return null;
  if (latitude !== null && longitude !== null)
    return `${MAP}/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const text = addressText(place);
  return text === '' ? null : `${MAP}/search?${new URLSearchParams({ query: text })}`;
}

const row = (name: string, value: HtmlValue): HtmlValue =>
  value !== '' && value !== null && value !== false && html`<dt>${name}</dt><dd>${value}</dd>\n`;
const facts = (rows: Html): HtmlValue => String(rows) !== '' && html`<dl class="facts">\n${rows}</dl>\n`;
const phoneLink = (number: string | null | undefined): HtmlValue =>
  number && html`<a href="tel:${number.replace(/[^\d+]/g, '')}">${number}</a>`;
const websiteLink = (url: string | null | undefined): HtmlValue => url && externalLink(url);
const picture = (image: Picture | null): HtmlValue =>
  image &&
  html`<img class="picture" ${sources(image, '(min-width: 46rem) 46rem, 100vw')} alt="${image.alt ?? ''}">\n`;

const UNPUBLISHED = {
  FUTURE: 'status.future',
  DRAFT: 'status.draft',
  PENDING: 'status.pending',
  PRIVATE: 'status.private',
  TRASH: 'status.trash',
} as const satisfies Record<Exclude<RecordPart['status'], 'PUBLISHED'>, WordKey>;

/** The status of an unpublished record, for its editors. */
const recordStatusBadge = (status: RecordPart['status'], words: Words): HtmlValue =>
  status !== 'PUBLISHED' && html` <span class="badge">${words.text(UNPUBLISHED[status])}</span>`;

/** The address, and a link to a map. */
function addressLine(place: VenuePart, words: Words): HtmlValue {
  const [address, map] = [addressText(place), mapUrl(place)];
  if (map === null) return address;
  const link = html`<a href="${map}" rel="nofollow">${words.text('event.map')}</a>`;
  return address === '' ? link : html`${address} · ${link}`;
}

const placeRows = (place: VenuePart, words: Words): Html =>
  html`${row(words.text('event.address'), addressLine(place, words))}${row(
    words.text('event.phone'),
    phoneLink(place.phone),
  )}${row(words.text('event.website'), websiteLink(place.website))}`;

const mail = (email: string | null | undefined): HtmlValue => {
  const address = mailtoOf(email ?? '');
  return address === undefined ? email : html`<a href="${address}">${email}</a>`;
};

const hostRows = ({ phone, website, email }: Host, words: Words): Html =>
  html`${row(words.text('event.phone'), phoneLink(phone))}${row(words.text('event.email'), mail(email))}${row(
    words.text('event.website'),
    websiteLink(website),
  )}`;

/** All organizers of an event under one heading, with the ways to contact them. */
function organizersBlock(hosts: readonly Host[], words: Words): HtmlValue {
  if (hosts.length === 0) return null;
  const contacts = ({ phone, email, website }: Host): HtmlValue =>
    [phoneLink(phone), mail(email), websiteLink(website)].filter(Boolean).map((way) => html` · ${way}`);
  return html`<section aria-labelledby="organizers"><h2 id="organizers">${words.text('event.organizers', {
    count: hosts.length,
  })}</h2>
<ul class="hosts">${hosts.map((host) => html`<li><a href="${host.url}">${host.name}</a>${contacts(host)}</li>\n`)}</ul></section>
`;
}

type ShownEvent = EventAnswer['event'];

/** The venues of an event, and the button to join it online, unless it is past or canceled. */
function whereLines(event: ShownEvent, isOpen: boolean, words: Words): HtmlValue {
  const { venues, isOnline, onlineUrl } = event;
  const places = venues.map((place) => {
    const address = addressLine({ ...place, showMapLink: place.showMapLink && event.showMapLink }, words);
    return html`<p class="place"><a href="${place.url}">${place.name}</a>${address !== '' && html`<br>${address}`}</p>\n`;
  });
  const online = isOnline && event.scheduleStatus !== 'CANCELED';
  return html`${places}${
    online &&
    html`<p class="place">${words.text(venues.length > 0 ? 'event.alsoOnline' : 'event.online')}</p>\n`
  }${
    online &&
    isOpen &&
    onlineUrl &&
    html`<p class="join"><a class="button" href="${onlineUrl}" rel="nofollow">${words.text('event.join')}</a></p>\n`
  }`;
}

/** The data for the menu of calendars. */
function calendarEntry(event: ShownEvent, summary: string) {
  const [place] = event.venues;
  const online = event.isOnline ? (event.onlineUrl ?? '') : '';
  return {
    ...event,
    summary,
    place: place ? [place.name, addressText(place)].filter(Boolean).join(', ') : online,
  };
}

/** `/event/<slug>/` */
export function eventContent(
  { url: root, clock }: Site,
  { event }: EventAnswer,
  present: CurrentTime,
): PageContent {
  const { words } = clock;
  const { title, url, image, jsonLd, restUrl, description, excerpt, categories, tags } = event;
  const summary = summaryOf(excerpt ?? description ?? '');
  const to = (other: { title: string; url: string } | null) =>
    other && { href: other.url, text: other.title };
  const adjacent = { previous: to(event.previous), next: to(event.next) };
  const ics = `${root}/feeds/events/${event.databaseId}.ics`;
  const hasEnded = isPast(event, present);
  const isOver = hasEnded && event.scheduleStatus === 'SCHEDULED';
  const rows = html`${row(words.text('event.website'), websiteLink(event.website))}${row(
    words.text('event.categories', { count: categories.length }),
    categories.length > 0 && termLinks(categories),
  )}${row(words.text('event.tags', { count: tags.length }), tags.length > 0 && termLinks(tags))}`;
  const now = isCurrent(event, present) && html` <span class="badge now">${words.text('list.onNow')}</span>`;
  const featured = event.isFeatured && html` <span class="badge">${words.text('event.featured')}</span>`;
  const calendars =
    !hasEnded &&
    event.scheduleStatus === 'SCHEDULED' &&
    calendarMenu(calendarEntry(event, summary), ics, words);
  return {
    title: event.scheduleStatus === 'CANCELED' ? words.text('feed.canceled', { title }) : title,
    description: summary,
    url,
    image: image?.url,
    jsonLd,
    json: restUrl,
    feeds: { ics },
    previous: event.previous?.url ?? null,
    next: event.next?.url ?? null,
    main: html`<p class="crumbs"><a href="${root}/events/">${words.text('list.all')}</a></p>
<article class="record">
${picture(image)}<h1>${title}${statusBadge(event, clock)}${now}${featured}${recordStatusBadge(event.status, words)}</h1>
${notice(event, clock)}<p class="when large">${when(event, clock)}</p>
${isOver && html`<p class="over">${words.text('status.over')}</p>\n`}${whereLines(event, !hasEnded, words)}${
  event.cost && html`<p class="price">${price(event.cost, words)}</p>\n`
}<div class="actions">${calendars}${shareMenu(title, url, words)}</div>
${prose(description ?? excerpt)}${facts(rows)}${otherDates(event.series, { id: event.databaseId, hasEnded }, clock)}${organizersBlock(
  event.organizers,
  words,
)}</article>
${pager(adjacent, words.text('event.adjacent'))}`,
  };
}

/** The common part of the pages of venues and organizers. @param rows facts about the record */
function holderContent(
  kind: LinkedKind,
  rows: Html,
  site: Site,
  pageQuery: PageQuery,
  { record, events }: VenueAnswer | OrganizerAnswer,
  present: CurrentTime,
): PageContent {
  const { url: root, rest, clock } = site;
  const { words } = clock;
  const { databaseId: id, name, url, image, jsonLd, description, excerpt } = record;
  const { page, view } = pageQuery;
  const isPast = view === 'past';
  const shown = events.nodes.map((event) => ({ ...event, isHere: event.venue?.url === url }));
  const feeds = {
    ics: `${root}/feeds/events.ics?${kind}=${id}`,
    rss: `${root}/feeds/events.rss?${kind}=${id}`,
  };
  const to = (number: number): string => listUrl(url, { view, page: number });
  const back = isPast
    ? { href: url, text: words.text('list.upcoming') }
    : { href: listUrl(url, { view: 'past' }), text: words.text('list.past') };
  const adjacent = {
    previous:
      page > 1 ? { href: to(page - 1), text: words.text(isPast ? 'list.later' : 'list.previous') } : back,
    next:
      page < events.totalPages
        ? { href: to(page + 1), text: words.text(isPast ? 'list.earlier' : 'list.next') }
        : null,
  };
  const month = `${root}/events/?${kind}=${slugOrIdOf(record)}&view=month`;
  return {
    title: name,
    description: summaryOf(excerpt ?? description ?? ''),
    url: to(page),
    image: image?.url,
    jsonLd,
    json: `${rest}/${PLURALS[kind]}/${id}`,
    feeds,
    previous: adjacent.previous.href,
    next: adjacent.next?.href ?? null,
    main: html`<p class="crumbs"><a href="${root}/${PLURALS[kind]}/">${words.text(
      kind === 'venue' ? 'page.venues' : 'page.organizers',
    )}</a></p>
<article class="record">
${picture(image)}<h1>${name}${recordStatusBadge(record.status, words)}</h1>
${facts(rows)}${prose(description ?? excerpt)}
</article>
<section aria-labelledby="events"><h2 id="events">${words.text(isPast ? 'list.past' : 'list.upcoming')}</h2>
<p class="count">${countText(events, page, site)} · <a href="${month}">${words.text('list.byMonth')}</a></p>
${cards(shown, site, present, isPast ? null : present.today)}${pager(adjacent, words.text('list.pages'))}${subscribe(feeds, site)}</section>`,
  };
}

/** `/venue/<slug>/` */
export const venueContent = (
  site: Site,
  pageQuery: PageQuery,
  answer: VenueAnswer,
  present: CurrentTime,
): PageContent =>
  holderContent('venue', placeRows(answer.record, site.clock.words), site, pageQuery, answer, present);

/** `/organizer/<slug>/` */
export const organizerContent = (
  site: Site,
  pageQuery: PageQuery,
  answer: OrganizerAnswer,
  present: CurrentTime,
): PageContent =>
  holderContent('organizer', hostRows(answer.record, site.clock.words), site, pageQuery, answer, present);
