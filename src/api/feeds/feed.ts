import type { Words } from '../../lib/words.ts';
import type { FeedEvent, FeedVenue } from './document.ts';

export interface FeedInfo {
  /** Address of the service, without a slash at the end. */
  readonly site: string;
  readonly host: string;
  /** The title that readers show. */
  readonly name: string;
  /** Address of the feed itself. */
  readonly address: string;
  /** The current year; time zones are defined for some years around it. */
  readonly year: number;
  /** The words of the site's language. */
  readonly words: Words;
}

/** Writes one feed in chunks. `E` is the type of an event. */
export interface FeedWriter<E = FeedEvent> {
  /** The text before the events. */
  head(): string;
  events(events: readonly E[]): string;
  /** The text after the events, in chunks. */
  tail(): Iterable<string>;
}

/**
 * Generates the text of a feed in chunks, on demand; the first includes the first page of events.
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

/** The location of an event in one line: its first venue, else the address for online participation; else empty. */
export const locationOf = ({ venues: [venue], isOnline, onlineUrl }: FeedEvent): string =>
  (venue && placeOf(venue)) || (isOnline ? onlineUrl : '');

export const termNames = ({ categories, tags }: Pick<FeedEvent, 'categories' | 'tags'>): string[] =>
  [...categories, ...tags].map(({ name }) => name);
