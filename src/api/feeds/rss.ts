import XMLBuilder from 'fast-xml-builder';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { FeedEvent } from './document.ts';
import { CANCELED, type FeedInfo, type FeedWriter, type Format, locationOf, termNames } from './feed.ts';

const END = '</channel></rss>';
const builder = new XMLBuilder({ ignoreAttributes: false, suppressEmptyNode: true });
/** Not allowed in XML 1.0. */
const NO_CHARACTER = /(?![\t\n\r\x7f-\x9f])\p{Cc}|[\ufffe\uffff]/gu;

const toXml = (tree: object): string => builder.build(tree).replace(NO_CHARACTER, '\ufffd');
const date = (utc: string): string => new Date(`${utc.replace(' ', 'T')}Z`).toUTCString();

const STATUSES = { scheduled: '', canceled: CANCELED, postponed: 'Postponed: ' } as const;

/** The description of an item as HTML; begins with the reason for a change of the schedule. */
const descriptionOf = ({ scheduleStatusReason: reason, excerpt, description }: FeedEvent): string =>
  (reason === '' ? '' : `<p>${escapeHtml(reason)}</p>`) + (excerpt || description);

/** An item, with time and place in the event module of RSS 1.0. Omits empty elements. */
const item = (event: FeedEvent): object =>
  Object.fromEntries(
    Object.entries({
      title: STATUSES[event.scheduleStatus] + event.title,
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
    const { site, name, address } = this.#info;
    const whole = toXml({
      '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
      rss: {
        '@_version': '2.0',
        '@_xmlns:atom': 'http://www.w3.org/2005/Atom',
        '@_xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
        channel: {
          title: name,
          link: `${site}/`,
          description: `${name}, ordered by start`,
          'atom:link': { '@_href': address, '@_rel': 'self', '@_type': 'application/rss+xml' },
          ttl: 60,
        },
      },
    });
    return whole.slice(0, -END.length);
  }

  events(events: readonly FeedEvent[]): string {
    return events.length > 0 ? toXml({ item: events.map(item) }) : '';
  }

  tail(): readonly string[] {
    return [END];
  }
}

export const rss: Format = {
  type: 'application/rss+xml; charset=utf-8',
  writer: (info) => new RssWriter(info),
};
