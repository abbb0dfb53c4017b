import type { FeedEvent, FeedVenue } from './document.ts';

/** What a feed says about itself. */
export interface FeedInfo {
  /** The service's address, without a slash at the end. */
  readonly site: string;
  readonly host: string;
  /** What readers call it. */
  readonly name: string;
  /** The feed's own address. */
  readonly address: string;
  /** The present one; time zones are described for some years around it. */
  readonly year: number;
}

/** What a feed is called where the site has no name. */
export const nameOfHost = (host: string): string => `Events of ${host}`;

/** Writes one feed, piece by piece. `E` is an event as it is read. */
export interface FeedWriter<E = FeedEvent> {
  /** What comes before the events. */
  head(): string;
  events(events: readonly E[]): string;
  /** What comes after them, in pieces. */
  tail(): Iterable<string>;
}

/** What titles of canceled events begin with. */
export const CANCELED = 'Canceled: ';

/**
 * The text of a feed, made piece by piece as it is consumed; the first has the first page of events.
 * @param pages of events, in their order
 */
export async function* feedText<E = FeedEvent>(
  writer: FeedWriter<E>,
  pages: AsyncIterable<readonly E[]> | Iterable<readonly E[]>,
): AsyncGenerator<string> {
  let head = writer.head();
  for await (const page of pages) {
    yield head + writer.events(page);
    head = '';
  }
  yield* writer.tail();
}

export interface Format<E = FeedEvent> {
  readonly type: string;
  writer(info: FeedInfo): FeedWriter<E>;
}

/** Name and address of a venue, in one line. */
export const placeOf = ({
  name,
  address,
  city,
  region,
  zip,
  country,
}: Omit<FeedVenue, 'latitude' | 'longitude'>): string =>
  [name, address, city, `${region} ${zip}`.trim(), country].filter((part) => part !== '').join(', ');

/** Where an event takes place, in one line: its first venue, else where to take part online; else empty. */
export const locationOf = ({ venues: [venue], isOnline, onlineUrl }: FeedEvent): string =>
  (venue && placeOf(venue)) || (isOnline ? onlineUrl : '');

export const termNames = ({ categories, tags }: Pick<FeedEvent, 'categories' | 'tags'>): string[] =>
  [...categories, ...tags].map(({ name }) => name);
