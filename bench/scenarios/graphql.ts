import { createHash } from 'node:crypto';
import { get, post, type Request } from '../load/request.ts';
import { windowAt } from '../peers/window.ts';

const TERM = 'databaseId name slug description';
/** The nested page: events of the default window with their linked records, and the total. */
export const PAGE = `query Page { events(first: 10) { totalCount nodes {
  databaseId slug title description excerpt status isAllDay localStart localEnd startsAt endsAt timezone website isFeatured isTicketed
  venues { databaseId name slug address city country zip latitude longitude }
  organizers { databaseId name slug phone email website }
  categories { ${TERM} } tags { ${TERM} } } } }`;

const PEER_EVENT = `
  rowId slug title description excerpt status allDay startLocal endLocal startUtc endUtc timezone website featured ticketed
  eventVenuesByEventId { nodes { position venueByVenueId { rowId name slug address city country zip geoLat geoLng } } }
  eventOrganizersByEventId { nodes { position organizerByOrganizerId { rowId name slug phone email website } } }
  eventTermsByEventId { nodes { termByTermId { rowId taxonomy name slug description } } }`;

/** The same page for PostGraphile, which has one connection for categories and tags. */
const PEER_PAGE = `query Page($now: Datetime!, $from: Datetime!, $until: Datetime!) {
  benchUpcomingEvents(now: $now, from: $from, until: $until, first: 10) { totalCount nodes { ${PEER_EVENT} } } }`;
const PEER_ONE = `query One($slug: String!) { eventBySlug(slug: $slug) { ${PEER_EVENT} } }`;

/** The window for PostGraphile; times are parameters. */
export const PEER_SCHEMA = `
  create schema if not exists bench;
  drop function if exists bench.upcoming_events();
  create or replace function bench.upcoming_events(now timestamp, "from" timestamp, until timestamp)
    returns setof public.event language sql stable as $$
    select * from public.event
    where status = 'publish' and published_utc <= now and not hide_from_listings and start_utc >= "from" and end_utc < until
    order by start_utc, id
  $$`;

const PATH = '/graphql';
const extensions = JSON.stringify({
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(PAGE).digest('hex') },
});

export const nestedPage = post(PATH, { query: PAGE });
/** By hash alone, for a document that the server knows already. */
export const persistedPage = get(`${PATH}?extensions=${encodeURIComponent(extensions)}`, {
  'apollo-require-preflight': 'true',
});
/** Registers the document. */
export const persist = get(
  `${PATH}?query=${encodeURIComponent(PAGE)}&extensions=${encodeURIComponent(extensions)}`,
  {
    'apollo-require-preflight': 'true',
  },
);
/** @param at the time of the run, which determines the window */
export function peerPage(at = new Date()): Request {
  const [now, from, until] = windowAt(at);
  return post(PATH, { query: PEER_PAGE, variables: { now, from, until } });
}
export const peerOne = (slug: string): Request => post(PATH, { query: PEER_ONE, variables: { slug } });
