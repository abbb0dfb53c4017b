import type { FeedEvent } from './document.ts';

/** What a feed tells of itself. */
export interface FeedInfo {
  /** The service's address, without a slash at the end. */
  readonly site: string;
  readonly host: string;
  /** The feed's own address. */
  readonly address: string;
  readonly now: Date;
}

/** Writes one feed, piece after piece. */
export interface FeedWriter {
  /** What comes before the events. */
  head(): string;
  events(events: readonly FeedEvent[]): string;
  /** What comes after them. */
  tail(): string;
}

/**
 * What a feed consists of, made as it is taken.
 * @param pages events in their order; read as they are needed
 */
export async function* written(
  writer: FeedWriter,
  pages: AsyncIterable<readonly FeedEvent[]> | Iterable<readonly FeedEvent[]>,
): AsyncGenerator<string> {
  yield writer.head();
  for await (const events of pages) yield writer.events(events);
  yield writer.tail();
}

/** A form in which events can be subscribed to. */
export interface Format {
  /** How its addresses end. */
  readonly suffix: 'ics' | 'rss';
  readonly type: string;
  writer(info: FeedInfo): FeedWriter;
}

/** A place in one line, from the room to the country. */
export const placeOf = ({ venues: [venue] }: Pick<FeedEvent, 'venues'>): string =>
  venue
    ? [venue.name, venue.address, venue.city, `${venue.stateprovince} ${venue.zip}`.trim(), venue.country]
        .filter((part) => part !== '')
        .join(', ')
    : '';

export const termsOf = ({ categories, tags }: Pick<FeedEvent, 'categories' | 'tags'>): string[] =>
  [...categories, ...tags].map(({ name }) => name);
