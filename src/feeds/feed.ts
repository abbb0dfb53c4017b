import type { FeedEvent } from './document.ts';

/** What a feed says about itself. */
export interface FeedInfo {
  /** The service's address, without a slash at the end. */
  readonly site: string;
  readonly host: string;
  /** The feed's own address. */
  readonly address: string;
  readonly now: Date;
}

/** Writes one feed, piece by piece. */
export interface FeedWriter {
  /** What comes before the events. */
  head(): string;
  events(events: readonly FeedEvent[]): string;
  /** What comes after them. */
  tail(): string;
}

/**
 * The text of a feed, made piece by piece as it is consumed.
 * @param pages of events, in their order
 */
export async function* feedText(
  writer: FeedWriter,
  pages: AsyncIterable<readonly FeedEvent[]> | Iterable<readonly FeedEvent[]>,
): AsyncGenerator<string> {
  yield writer.head();
  for await (const events of pages) yield writer.events(events);
  yield writer.tail();
}

/** A format of feeds. */
export interface Format {
  readonly type: string;
  writer(info: FeedInfo): FeedWriter;
}

/** Name and address of the first venue, in one line. */
export const placeOf = ({ venues: [venue] }: Pick<FeedEvent, 'venues'>): string =>
  venue
    ? [venue.name, venue.address, venue.city, `${venue.stateprovince} ${venue.zip}`.trim(), venue.country]
        .filter((part) => part !== '')
        .join(', ')
    : '';

export const termNames = ({ categories, tags }: Pick<FeedEvent, 'categories' | 'tags'>): string[] =>
  [...categories, ...tags].map(({ name }) => name);
