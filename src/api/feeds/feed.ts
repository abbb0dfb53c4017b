import { type Acquiring, Semaphore } from '../../lib/semaphore.ts';
import type { FeedEvent } from './document.ts';

/** What a feed says about itself. */
export interface FeedInfo {
  /** The service's address, without a slash at the end. */
  readonly site: string;
  readonly host: string;
  /** What readers call it. */
  readonly name: string;
  /** The feed's own address. */
  readonly address: string;
  readonly now: Date;
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

/** How many pages of feeds are read and written at once: one is read while another is written. */
const PAGES_AT_ONCE = 2;
export const pagesAtOnce = new Semaphore(PAGES_AT_ONCE);

/**
 * The text of a feed, made piece by piece as it is consumed. Each page waits for its turn: clients one after the
 * other, whatever each of them reads.
 * @param pages of events, in their order
 * @param acquiring for whom they are made
 */
export async function* feedText<E = FeedEvent>(
  writer: FeedWriter<E>,
  pages: AsyncGenerator<readonly E[]>,
  acquiring: Acquiring = {},
): AsyncGenerator<string> {
  const next = async (): Promise<string | null> => {
    const { value, done } = await pages.next();
    return done ? null : writer.events(value);
  };
  try {
    yield writer.head();
    for (;;) {
      const text = await pagesAtOnce.run(next, acquiring);
      if (text === null) break;
      yield text;
    }
    const rest = writer.tail()[Symbol.iterator]();
    for (;;) {
      const { value, done } = await pagesAtOnce.run(async () => rest.next(), acquiring);
      if (done) break;
      yield value;
    }
  } finally {
    await pages.return(undefined);
  }
}

/** The text of a feed of one event. */
export async function* eventText(writer: FeedWriter, event: FeedEvent): AsyncGenerator<string> {
  yield writer.head() + writer.events([event]) + [...writer.tail()].join('');
}

export interface Format<E = FeedEvent> {
  readonly type: string;
  writer(info: FeedInfo): FeedWriter<E>;
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
