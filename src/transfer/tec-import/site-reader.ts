import type { Status } from '../../domain/generated/schema.ts';
import { textOfHtml } from '../../lib/html-text.ts';
import { makesSlug } from '../../lib/slug.ts';
import { EVENT_STATUSES } from '../../lib/statuses.ts';
import { withoutTags } from '../../lib/text.ts';
import type { SourceEvent, SourceOrganizer, SourceTerm, SourceVenue } from '../import/source-records.ts';
import type { Api } from './discover.ts';
import type { SiteEvent, SiteOrganizer, SiteTerm, SiteVenue } from './responses.ts';
import { siteTimes } from './times.ts';

const STATUSES: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private'];

type SiteRecord = Pick<
  SiteEvent,
  'id' | 'global_id' | 'global_id_lineage' | 'status' | 'date_utc' | 'description' | 'slug' | 'image'
>;

/** Turns the answers of one site into records of a source. */
export class SiteReader {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The global id of a record; made of its id if the site gives none. */
  globalId({ id, global_id: globalId }: Pick<SiteRecord, 'id' | 'global_id'>): string | undefined {
    if (globalId !== undefined && globalId !== '') return globalId;
    return id === undefined ? undefined : `${this.#api.root.hostname}?id=${id}`;
  }

  category(term: SiteTerm, at: string): SourceTerm {
    const parent = term.parent === undefined ? undefined : String(term.parent);
    return { kind: 'category', at, key: String(term.id), parent, input: this.#term(term) };
  }

  tag(term: SiteTerm, at: string): SourceTerm {
    return { kind: 'tag', at, key: String(term.id), input: this.#term(term) };
  }

  venue(venue: SiteVenue, at: string): SourceVenue {
    const { show_map: showMap, show_map_link: showMapLink, geo_lat: geoLat, geo_lng: geoLng } = venue;
    const { address = '', city = '', country = '', province = '', state = '', zip = '', phone = '' } = venue;
    const { stateprovince, website = '' } = venue;
    return {
      kind: 'venue',
      at,
      externalIds: this.#externalIds(venue),
      input: {
        ...this.#shared(venue),
        name: this.#plain(venue.venue),
        address,
        city,
        country,
        province,
        state,
        stateprovince,
        zip,
        phone,
        website,
        showMap,
        showMapLink,
        ...(geoLat !== undefined && geoLng !== undefined && { geoLat, geoLng }),
      },
    };
  }

  organizer(organizer: SiteOrganizer, at: string): SourceOrganizer {
    const { phone = '', email = '', website = '' } = organizer;
    return {
      kind: 'organizer',
      at,
      externalIds: this.#externalIds(organizer),
      input: { ...this.#shared(organizer), name: this.#plain(organizer.organizer), phone, email, website },
    };
  }

  event(event: SiteEvent, at: string): SourceEvent {
    const { show_map: showMap, show_map_link: showMapLink, sticky, featured, ticketed, cost } = event;
    const globalIdsOf = (all: readonly SiteRecord[] | undefined): string[] | undefined =>
      all?.flatMap((one) => this.globalId(one) ?? []);
    const keysOf = (all: readonly SiteTerm[]): string[] =>
      all.flatMap(({ id }) => (id === undefined ? [] : String(id)));
    const { post_parent: parent, event_status_reason: reason } = event;
    return {
      kind: 'event',
      at,
      externalIds: this.#externalIds(event),
      input: {
        ...this.#shared(event),
        ...siteTimes(event, this.#api.timezone),
        title: this.#plain(event.title),
        excerpt: event.excerpt ?? '',
        ...(cost !== undefined && { cost: cost === '' ? null : [this.#plain(cost)] }),
        website: this.#website(event),
        showMap,
        showMapLink,
        hideFromListings: event.hide_from_listings,
        sticky,
        featured,
        ticketed,
        eventStatus: EVENT_STATUSES.find((one) => one === event.event_status),
        eventStatusReason: reason === undefined ? undefined : this.#plain(reason),
        isVirtual: event.is_virtual,
        virtualUrl: this.#address(event.virtual_url),
      },
      venues: globalIdsOf(event.venue),
      organizers: globalIdsOf(event.organizer),
      categories: keysOf(event.categories),
      tags: keysOf(event.tags),
      parent: parent === undefined ? undefined : this.globalId({ id: parent, global_id: undefined }),
    };
  }

  #externalIds(record: SiteRecord): string[] {
    const name = this.globalId(record);
    return [...new Set(name === undefined ? [] : [name, ...record.global_id_lineage])];
  }

  /** A name or price as plain text. WordPress answers with HTML, such as `&#8217;`. */
  #plain(text = ''): string {
    if (this.#api.isPlain) return text;
    // What is left of `<` begins no tag, as in `<Note>`.
    return textOfHtml(withoutTags(text).replaceAll('<', '&lt;')).replace(/\s+/g, ' ');
  }

  /** WordPress answers with the event's own page where there is no website. */
  #website({ website, url }: SiteEvent): string | undefined {
    const address = this.#address(website);
    return !this.#api.isPlain && address !== undefined && (website === url || address === url) ? '' : address;
  }

  /** WordPress escapes addresses. */
  #address(text: string | undefined): string | undefined {
    return this.#api.isPlain ? text : text?.replace(/&(?:amp|#0?38);/g, '&');
  }

  #shared({ status, date_utc: date, description = '', slug, image }: SiteRecord) {
    const isDated = date !== undefined && date !== '' && !date.startsWith('0000');
    return {
      description,
      status: STATUSES.find((one) => one === status) ?? (status === undefined ? undefined : 'draft'),
      dateUtc: isDated ? date : undefined,
      image: image ? { url: image.url } : null,
      slug: this.#slug(slug),
    };
  }

  /**
   * WordPress percent-encodes letters that are not Latin. undefined for a slug without letters and digits.
   */
  #slug(slug = ''): string | undefined {
    let text = slug;
    try {
      text = decodeURIComponent(slug);
    } catch {
      // It contains a percent sign, but is not encoded.
    }
    return makesSlug(text) ? text : undefined;
  }

  #term({ name, slug, description = '' }: SiteTerm) {
    return { name: this.#plain(name), description, slug: this.#slug(slug) };
  }
}
