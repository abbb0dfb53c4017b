import { mailtoOf } from '../../../lib/email.ts';
import { type LinkedKind, PLURALS } from '../../../lib/kinds.ts';
import { type CurrentTime, isCurrent, isPast, leaf, type ShownTimes, when } from './dates.ts';
import { type Html, type HtmlValue, html } from './html.ts';
import { type PageContent, type Site, summaryOf } from './layout.ts';
import { calendarMenu, shareMenu } from './menus.ts';
import { otherDates } from './other-dates.ts';
import type {
  EventAnswer,
  Host,
  OrganizerAnswer,
  RecordPart,
  VenueAnswer,
  VenuePart,
} from './page-documents.ts';
import { listUrl, type PageQuery } from './page-query.ts';
import { cards, countText, externalLink, pager, prose, subscribe, termLinks } from './parts.ts';
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
const facts = (rows: Html): HtmlValue => String(rows) !== '' && html`<dl class="facts">\n${rows}</dl>`;
const phone = (number: string | null | undefined): HtmlValue =>
  number && html`<a href="tel:${number.replace(/[^\d+]/g, '')}">${number}</a>`;
const websiteLink = (url: string | null | undefined): HtmlValue => url && externalLink(url);
const picture = (image: { url: string } | null): HtmlValue =>
  image && html`<img class="picture" src="${image.url}" alt="">`;
/** The status of an unpublished record, for its editors. */
const statusBadgeOf = (status: RecordPart['status']): HtmlValue =>
  status !== 'PUBLISHED' && html` <span class="badge">${status.toLowerCase()}</span>`;

const placeRows = (place: VenuePart): Html => {
  const map = mapUrl(place);
  return html`${row('Address', addressText(place))}${row('Phone', phone(place.phone))}${row(
    'Website',
    websiteLink(place.website),
  )}${row('Map', map !== null && html`<a href="${map}" rel="nofollow">Show on a map</a>`)}`;
};

const mail = (email: string | null | undefined): HtmlValue => {
  const address = mailtoOf(email ?? '');
  return address === undefined ? email : html`<a href="${address}">${email}</a>`;
};

const hostRows = ({ phone: number, website, email }: Host): Html =>
  html`${row('Phone', phone(number))}${row('E-mail', mail(email))}${row('Website', websiteLink(website))}`;

/** The badge of a current event, or the notice of a past one. */
const timeStatus = (event: ShownTimes, present: CurrentTime): HtmlValue => {
  if (event.scheduleStatus !== 'SCHEDULED') return null;
  if (isPast(event, present)) return html`<p class="over">This event is over.</p>`;
  return isCurrent(event, present) && html`<p class="presence"><span class="badge now">On now</span></p>`;
};

/** `/event/<slug>/` */
export function eventContent(
  { url: root, clock }: Site,
  { event }: EventAnswer,
  present: CurrentTime,
): PageContent {
  const { title, url, image, jsonLd, restUrl, description, excerpt, cost, venues, organizers } = event;
  const [place] = venues;
  const isCanceled = event.scheduleStatus === 'CANCELED';
  const isOnline = event.isOnline && !isCanceled;
  const online = isOnline ? event.onlineUrl : null;
  const summary = summaryOf(excerpt ?? description ?? '');
  const added = {
    ...event,
    summary,
    place: place ? [place.name, addressText(place)].filter(Boolean).join(', ') : (online ?? ''),
  };
  const to = (other: { title: string; url: string } | null) =>
    other && { href: other.url, text: other.title };
  const adjacent = { previous: to(event.previous), next: to(event.next) };
  const ics = `${root}/feeds/events/${event.databaseId}.ics`;
  const shown = (place: VenuePart): VenuePart => ({
    ...place,
    showMapLink: place.showMapLink && event.showMapLink,
  });
  const rows = html`${row('Online', online ? externalLink(online) : isOnline && 'This event takes place online.')}${row(
    'Cost',
    cost,
  )}${row('Website', websiteLink(event.website))}${row(
    'Categories',
    event.categories.length > 0 && termLinks(event.categories),
  )}${row('Tags', event.tags.length > 0 && termLinks(event.tags))}`;
  const featured = event.isFeatured && html` <span class="badge">Featured</span>`;
  return {
    title: isCanceled ? `Canceled: ${title}` : title,
    description: summary,
    url,
    image: image?.url,
    jsonLd,
    json: restUrl,
    feeds: { ics },
    previous: event.previous?.url ?? null,
    next: event.next?.url ?? null,
    main: html`<p class="crumbs"><a href="${root}/events/">Events</a></p>
<article>
<div class="headline">${leaf(event, clock)}<div><h1>${title}${statusBadge(event)}${featured}${statusBadgeOf(event.status)}</h1>
<p class="when large">${when(event, clock)}</p>${timeStatus(event, present)}</div></div>
${notice(event, clock)}
<div class="actions">${event.scheduleStatus === 'SCHEDULED' && calendarMenu(added, ics)}${shareMenu(title, url)}</div>
${picture(image)}${prose(description ?? excerpt)}${facts(rows)}
${otherDates(event.series, event.databaseId, clock)}<div class="columns">${venues.map(
      (place) => html`<section><h2>Venue: <a href="${place.url}">${place.name}</a></h2>
${facts(placeRows(shown(place)))}</section>
`,
    )}${organizers.map(
      (host) => html`<section><h2>Organizer: <a href="${host.url}">${host.name}</a></h2>
${facts(hostRows(host))}</section>
`,
    )}</div>
</article>
${pager(adjacent, 'Previous and next event')}`,
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
  const { url: root, rest } = site;
  const { databaseId: id, name, url, image, jsonLd, description, excerpt } = record;
  const isPast = pageQuery.view === 'past';
  // The rows need not repeat the venue of the page.
  const shown = events.nodes.map((event) => (event.venue?.url === url ? { ...event, venue: null } : event));
  const feeds = {
    ics: `${root}/feeds/events.ics?${kind}=${id}`,
    rss: `${root}/feeds/events.rss?${kind}=${id}`,
  };
  const to = (page: number): string => listUrl(url, { view: pageQuery.view, page });
  const adjacent = {
    previous:
      pageQuery.page > 1
        ? { href: to(pageQuery.page - 1), text: 'Previous events' }
        : isPast
          ? { href: url, text: 'Upcoming events' }
          : { href: listUrl(url, { view: 'past' }), text: 'Past events' },
    next: pageQuery.page < events.totalPages ? { href: to(pageQuery.page + 1), text: 'Next events' } : null,
  };
  const month = `${root}/events/?${kind}=${record.slug}&view=month`;
  return {
    title: name,
    description: summaryOf(excerpt ?? description ?? ''),
    url: to(pageQuery.page),
    image: image?.url,
    jsonLd,
    json: `${rest}/${PLURALS[kind]}/${id}`,
    feeds,
    previous: adjacent.previous.href,
    next: adjacent.next?.href ?? null,
    main: html`<article>
<h1>${name}${statusBadgeOf(record.status)}</h1>
${picture(image)}${prose(description ?? excerpt)}${facts(rows)}
</article>
<section aria-labelledby="events"><h2 id="events">${isPast ? 'Past events' : 'Upcoming events'}</h2>
<p class="count">${countText(events, pageQuery.page)} · <a href="${month}">By month</a></p>
${cards(shown, site, present)}${pager(adjacent, 'Pages')}${subscribe(feeds)}</section>`,
  };
}

/** `/venue/<slug>/` */
export const venueContent = (
  site: Site,
  pageQuery: PageQuery,
  answer: VenueAnswer,
  present: CurrentTime,
): PageContent => holderContent('venue', placeRows(answer.record), site, pageQuery, answer, present);

/** `/organizer/<slug>/` */
export const organizerContent = (
  site: Site,
  pageQuery: PageQuery,
  answer: OrganizerAnswer,
  present: CurrentTime,
): PageContent => holderContent('organizer', hostRows(answer.record), site, pageQuery, answer, present);
