import XMLBuilder from 'fast-xml-builder';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { WordKey, Words } from '../../lib/words.ts';
import type { FeedEvent } from './document.ts';
import { type FeedInfo, type FeedWriter, type Format, locationOf, termNames } from './feed.ts';

const END = '</channel></rss>';
const builder = new XMLBuilder({ ignoreAttributes: false, suppressEmptyNode: true });
/** Not allowed in XML 1.0. */
const NO_CHARACTER = /(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff]/gu;

const toXml = (tree: object): string => builder.build(tree).replace(NO_CHARACTER, '\ufffd');
const date = (utc: string): string => new Date(`${utc.replace(' ', 'T')}Z`).toUTCString();

/** Titles of events that do not take place as planned. */
const TITLES = {
  scheduled: null,
  canceled: 'feed.canceled',
  postponed: 'feed.postponed',
} as const satisfies Record<FeedEvent['scheduleStatus'], WordKey | null>;

function titleOf({ scheduleStatus, title }: FeedEvent, words: Words): string {
  const key = TITLES[scheduleStatus];
  return key ? words.text(key, { title }) : title;
}

/** The description of an item as HTML; begins with the reason for a change of the schedule. */
const descriptionOf = ({ scheduleStatusReason: reason, excerpt, description }: FeedEvent): string =>
  (reason === '' ? '' : `<p>${escapeHtml(reason)}</p>`) + (excerpt || description);

/** An item, with time and place in the event module of RSS 1.0. Omits empty elements. */
const item = (event: FeedEvent, words: Words): object =>
  Object.fromEntries(
    Object.entries({
      title: titleOf(event, words),
      link: event.url,
      guid: { '@_isPermaLink': 'false', '#text': event.globalId },
      pubDate: date(event.dateUtc),
      category: termNames(event),
      description: descriptionOf(event),
      'ev:startdate': event.startsAt,
      'ev:enddate': event.endsAt,
      'ev:location': locationOf(event),
      'ev:organizer': event.organizers.map(({ name }) => name).join(', '),
    }).filter(([, value]) => value !== ''),
  );

class RssWriter implements FeedWriter {
  readonly #info: FeedInfo;

  constructor(info: FeedInfo) {
    this.#info = info;
  }

  head(): string {
    const { site, name, address, words } = this.#info;
    const whole = toXml({
      '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
      rss: {
        '@_version': '2.0',
        '@_xmlns:atom': 'http://www.w3.org/2005/Atom',
        '@_xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
        channel: {
          title: name,
          link: `${site}/`,
          description: words.text('feed.description', { name }),
          language: words.locale,
          'atom:link': { '@_href': address, '@_rel': 'self', '@_type': 'application/rss+xml' },
          ttl: 60,
        },
      },
    });
    return whole.slice(0, -END.length);
  }

  events(events: readonly FeedEvent[]): string {
    const { words } = this.#info;
    return events.length > 0 ? toXml({ item: events.map((event) => item(event, words)) }) : '';
  }

  tail(): readonly string[] {
    return [END];
  }
}

export const rss: Format = {
  type: 'application/rss+xml; charset=utf-8',
  writer: (info) => new RssWriter(info),
};
