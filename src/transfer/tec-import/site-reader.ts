import { capitalize } from '../../api/contract/endpoints.ts';
import type { Contract, Param } from '../../api/contract/types.ts';
import type { Body } from '../../api/rest/index.ts';
import { textOfHtml } from '../../lib/html-text.ts';
import { property } from '../../lib/object.ts';
import { isSluggable } from '../../lib/slug.ts';
import { withoutTags } from '../../lib/text.ts';
import type { SourceKind, SourceRecord } from '../import/source.ts';
import type { Api } from './discover.ts';
import { siteTimes } from './times.ts';
import { flagIn, idIn, numberIn, type Row, rowsIn, textIn, textsIn } from './values.ts';

/** Body parameters that are read separately, or not at all. */
const READ_SEPARATELY = new Set([
  ...['author', 'date', 'date_utc', 'status', 'slug', 'image', 'cost', 'parent', 'post_parent'],
  ...['timezone', 'all_day', 'start_date', 'end_date', 'geo_lat', 'geo_lng', 'venue', 'organizer'],
  ...['categories', 'tags', 'recurrence', 'recurrence_start', 'recurrence_exceptions'],
]);
/** Plain texts that WordPress sends as HTML. */
const PLAIN_TEXTS = new Set(['title', 'name', 'event_status_reason']);
/** Texts of events that are empty if absent. For other records, sites omit all empty texts. */
const EMPTY_IF_ABSENT = new Set(['title', 'description', 'excerpt']);

/** Converts the rows of one site to records of a source, by the contract's parameters. */
export class SiteReader {
  readonly #api: Api;
  readonly #inputs: Contract['inputs'];

  constructor(api: Api, inputs: Contract['inputs']) {
    this.#api = api;
    this.#inputs = inputs;
  }

  /** The global id of a record; generated from its id if the site has none. */
  globalId({ id, global_id: globalId }: Row): string | undefined {
    const given = textIn(globalId);
    if (given) return given;
    const number = idIn(id);
    return number === undefined ? undefined : `${this.#api.root.hostname}?id=${number}`;
  }

  record(kind: SourceKind, row: Row, at: string): SourceRecord {
    const body: Record<string, unknown> = { slug: this.#slug(textIn(row.slug)) };
    for (const param of this.#inputs.get(`Create${capitalize(kind)}Input`) ?? [])
      if (!READ_SEPARATELY.has(param.wire)) body[param.wire] = this.#value(kind, param, row[param.wire]);
    if (kind === 'category' || kind === 'tag') {
      const parent = idIn(row.parent);
      const links = kind === 'category' && parent !== undefined ? { parent: [String(parent)] } : {};
      return { kind, at, externalIds: [String(idIn(row.id))], body, links };
    }
    const globalId = this.globalId(row);
    const externalIds =
      globalId === undefined ? [] : [...new Set([globalId, ...textsIn(row.global_id_lineage)])];
    const shared = { kind, at, externalIds, body: { ...body, ...this.#shared(row) } };
    if (kind === 'event')
      return { ...shared, body: { ...shared.body, ...this.#event(row) }, links: this.#links(row) };
    const named = { ...shared.body, [kind]: this.#plain(textIn(row[kind])) };
    const [lat, lng] = [numberIn(row.geo_lat), numberIn(row.geo_lng)];
    const hasCoordinates = kind === 'venue' && lat !== undefined && lng !== undefined;
    return { ...shared, body: { ...named, ...(hasCoordinates && { geo_lat: lat, geo_lng: lng }) } };
  }

  /** Reads a value by its parameter. An absent or invalid value is undefined or an empty text. */
  #value(kind: SourceKind, { wire, type }: Param, value: unknown): unknown {
    if (type.kind === 'boolean' || (type.kind === 'scalar' && type.name === 'Truthy')) return flagIn(value);
    if (type.kind === 'enum') return type.values.find(({ word }) => word === value)?.word;
    const isEmpty = EMPTY_IF_ABSENT.has(wire) || (kind !== 'event' && wire !== 'stateprovince');
    const text = textIn(value) ?? (isEmpty ? '' : undefined);
    if (text === undefined) return undefined;
    if (PLAIN_TEXTS.has(wire)) return this.#plain(text);
    return type.kind === 'scalar' && type.name === 'Url' ? this.#address(text) : text;
  }

  #shared({ status, date_utc: date, image }: Row): Body {
    const [state, dated, url] = [textIn(status), textIn(date) ?? '', property(image, 'url')];
    const isKnown = /^(?:publish|future|draft|pending|private)$/.test(state ?? '');
    return {
      status: state === undefined || isKnown ? state : 'draft',
      date_utc: dated === '' || dated.startsWith('0000') ? undefined : dated,
      image: typeof url === 'string' ? url : null,
    };
  }

  #event(row: Row): Body {
    const cost = textIn(row.cost);
    const website = textIn(row.website);
    const url = textIn(row.url);
    // WordPress sends the event's own page if there is no website.
    const isOwnPage =
      !this.#api.isPlain && website !== undefined && [website, this.#address(website)].includes(url ?? '');
    return {
      ...siteTimes(row, this.#api.timezone),
      cost: cost === undefined ? undefined : cost === '' ? null : [this.#plain(cost)],
      ...(isOwnPage && { website: '' }),
    };
  }

  #links(row: Row): SourceRecord['links'] {
    const ids = (value: unknown): string[] | undefined =>
      value === undefined ? undefined : rowsIn(value).flatMap((one) => this.globalId(one) ?? []);
    const keys = (value: unknown): string[] =>
      Array.isArray(value)
        ? rowsIn(value)
            .flatMap(({ id }) => idIn(id) ?? [])
            .map(String)
        : [];
    const parent = idIn(row.post_parent);
    return {
      venue: ids(row.venue),
      organizer: ids(row.organizer),
      categories: keys(row.categories),
      tags: keys(row.tags),
      ...(parent !== undefined && { post_parent: [`${this.globalId({ id: parent })}`] }),
    };
  }

  /** A name or price as plain text. WordPress sends HTML, such as `&#8217;`. */
  #plain(text = ''): string {
    if (this.#api.isPlain) return text;
    // The remaining `<` start no tags, as in `<Note>`.
    return textOfHtml(withoutTags(text).replaceAll('<', '&lt;')).replace(/\s+/g, ' ');
  }

  /** Unescapes an address of WordPress. */
  #address(text: string): string {
    return this.#api.isPlain ? text : text.replace(/&(?:amp|#0?38);/g, '&');
  }

  /** Decodes a slug, in which WordPress percent-encodes non-Latin letters; undefined without letters and digits. */
  #slug(slug = ''): string | undefined {
    let text = slug;
    try {
      text = decodeURIComponent(slug);
    } catch {
      // It has a percent sign but is not encoded.
    }
    return isSluggable(text) ? text : undefined;
  }
}
