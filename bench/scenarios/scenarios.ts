import { get, type Request } from '../load/request.ts';
import { RARE } from '../seed/words.ts';
import { NAMESPACE } from '../support/service.ts';
import { directusOne, directusPage } from './directus.ts';
import { nestedPage, peerOne, peerPage, persistedPage } from './graphql.ts';

export const CONTESTANTS = [
  'uncached',
  'hot',
  'hand-written',
  'postgres.js',
  'PostGraphile',
  'Directus',
  'static',
] as const;
export type Contestant = (typeof CONTESTANTS)[number];

export interface Scenario {
  name: string;
  status: number;
  /** The requests to each contestant; contestants without an entry do not take part. */
  requests: Partial<Record<Contestant, readonly Request[]>>;
}

/** Some published events of the world. */
export interface Sample {
  events: number;
  ids: readonly number[];
  slugs: readonly string[];
}

const rest = (path: string): Request => get(NAMESPACE + path);
/** Requests to the service, with and without its cache. */
const own = (...requests: Request[]): Scenario['requests'] => ({
  uncached: requests,
  hot: requests,
});

/** Requests to both hand-written peers. */
const handWritten = (...requests: Request[]): Scenario['requests'] => ({
  'hand-written': requests,
  'postgres.js': requests,
});

/** The page at offset 100,000, or near the end of a smaller world, in which two thirds of all events are upcoming. */
export const deepPage = (events: number): number => Math.floor(Math.min(100_000, events * 0.6) / 10) + 1;

export const LIST = rest('/events?per_page=10');

export function readScenarios({ events, ids, slugs }: Sample): Scenario[] {
  const scenario = (name: string, requests: Scenario['requests'], status = 200): Scenario => ({
    name,
    status,
    requests,
  });
  const list = [LIST];
  const list50 = [rest('/events?per_page=50')];
  const list100 = [rest('/events?per_page=100')];
  const bySlug = slugs.map((slug) => rest(`/events/by-slug/${slug}`));
  return [
    scenario('list, 10 a page', {
      ...own(...list),
      ...handWritten(...list),
      PostGraphile: [peerPage()],
      Directus: [directusPage()],
      static: list,
    }),
    scenario('list, 50 a page', { ...own(...list50), ...handWritten(...list50) }),
    scenario('list, 100 a page', { ...own(...list100), ...handWritten(...list100) }),
    scenario('nested GraphQL page', { ...own(nestedPage), PostGraphile: [peerPage()] }),
    scenario('nested GraphQL page, GET by hash', own(persistedPage)),
    scenario('list, 304', own(get(LIST.path, { 'if-none-match': 'the current tag' })), 304),
    scenario('single by id', own(...ids.map((id) => rest(`/events/${id}`)))),
    scenario('single by slug', {
      ...own(...bySlug),
      ...handWritten(...bySlug),
      PostGraphile: slugs.map(peerOne),
      Directus: slugs.map(directusOne),
    }),
    // HTML pages, to compare with the same data as JSON: the list, and the single event by slug.
    scenario('page of the list', own(get('/events/'))),
    scenario('page of an event', own(...slugs.map((slug) => get(`/event/${slug}/`)))),
    scenario('search, common word', own(rest('/events?per_page=10&search=concert'))),
    scenario('search, rare word', own(rest(`/events?per_page=10&search=${RARE}`))),
    scenario('category', own(rest('/events?per_page=10&categories=sub-9'))),
    scenario('geo, 25 km', own(rest('/events?per_page=10&geoloc_lat=41.9&geoloc_lng=12.5'))),
    scenario('deep page', own(rest(`/events?per_page=10&page=${deepPage(events)}`))),
    scenario('venues', own(rest('/venues?per_page=10'))),
    scenario('categories', own(rest('/categories?per_page=10'))),
  ];
}
