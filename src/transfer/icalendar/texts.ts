import { placeOf } from '../../api/feeds/feed.ts';
import type { Body } from '../../api/rest/index.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { emailOfMailto } from '../../lib/email.ts';
import { httpUrl } from '../../lib/url.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { ImportError } from '../import/report.ts';
import { termNames } from '../import/source.ts';
import { storedVenues } from '../import/stored.ts';
import type { IcsComponent, JcalProperty } from './components.ts';
import { isFromOwnFeed, titleOf } from './status.ts';

const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(', ');
const folded = (text: string): string => oneLine(text).toLowerCase();

/** A valid web address; undefined for other values. */
function webAddress(text: unknown): string | undefined {
  try {
    return httpUrl(String(text));
  } catch {
    return undefined;
  }
}

/** Whether a location is only a web address. */
const isOnline = (location: string): boolean => !location.includes(' ') && webAddress(location) !== undefined;

/** Ids of venues that the caller may use, by their LOCATION in this service's feeds. */
export type VenuesByLocation = ReadonlyMap<string, number>;

export const venuesByLocation = async (db: Db, caller: Caller): Promise<VenuesByLocation> =>
  // If several venues have the same location, the oldest one wins: it is last.
  new Map((await storedVenues(db, caller)).map((venue) => [folded(placeOf(venue)), venue.id]));

/** Coordinates from GEO or Apple's property. */
function coordinatesOf(component: IcsComponent): Body | null {
  const value = component.first('geo')?.[3];
  const [lat, lng]: unknown[] = Array.isArray(value)
    ? value
    : component.text('x-apple-structured-location').replace(/^geo:/i, '').split(',');
  const [geoLat, geoLng] = [Number.parseFloat(String(lat)), Number.parseFloat(String(lng))];
  return Math.abs(geoLat) <= 90 && Math.abs(geoLng) <= 180 ? { geo_lat: geoLat, geo_lng: geoLng } : null;
}

/** The index of the opening bracket of a final `(…)`; -1 without one. */
function finalBracket(text: string): number {
  if (!text.endsWith(')')) return -1;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    if (text[at] === '(') depth--;
    if (depth === 0) return at;
  }
  return -1;
}

interface Place {
  readonly name: string;
  readonly address?: string;
  readonly city?: string;
  readonly state?: string;
  readonly province?: string;
  readonly country?: string;
}

/**
 * Parses a one-line LOCATION: `Name, address`, or Meetup's `Name (street, city[, state or province], country)`.
 * Brackets with fewer or more parts are the address as a whole; brackets without a comma are part of the name.
 */
function parseLocation(location: string): Place {
  const opens = finalBracket(location);
  const before = opens < 0 ? '' : location.slice(0, opens).trim();
  const parts = opens < 0 ? [] : location.slice(opens + 1, -1).split(', ');
  if (before !== '' && parts.length > 1) {
    const [address = '', city = '', ...rest] = parts;
    const country = rest.pop();
    if (country === undefined || rest.length > 1) return { name: before, address: parts.join(', ') };
    const [region] = rest;
    if (region === undefined) return { name: before, address, city, country };
    const inside = /^(?:USA?|United States.*)$/i.test(country) ? { state: region } : { province: region };
    return { name: before, address, city, country, ...inside };
  }
  const at = location.indexOf(', ');
  return at > 0 ? { name: location.slice(0, at), address: location.slice(at + 2) } : { name: location };
}

/** Formats a place like the LOCATION in this service's feeds. */
const formatLocation = ({
  name,
  address = '',
  city = '',
  state = '',
  province = '',
  country = '',
}: Place): string => placeOf({ name, address, city, region: state || province, zip: '', country });

/** The venue: a stored one with the same LOCATION in this service's feeds, else a new one. */
export function venueOf(component: IcsComponent, venues: VenuesByLocation): (number | Body)[] {
  const location = oneLine(component.text('location'));
  // The web address of an online event is not a venue.
  if (location === '' || isOnline(location)) return [];
  const place = parseLocation(location);
  const id = venues.get(folded(location)) ?? venues.get(folded(formatLocation(place)));
  if (id !== undefined) return [id];
  return [{ ...place, ...coordinatesOf(component) }];
}

/** An organizer's page, which this service's feeds use for organizers without an e-mail address. */
const OWN_PAGE = /\/organizer\/[^/]+\/$/;

function organizerOf([, { cn }, , value]: JcalProperty): Body & { name: string } {
  const text = String(value);
  const email = emailOfMailto(text);
  const website = OWN_PAGE.test(text) ? undefined : webAddress(text);
  const name = oneLine(typeof cn === 'string' ? cn : '') || email || text;
  return { name, ...(email && { email }), ...(website && { website }) };
}

/** A CONTACT as in this service's feeds: a name, with an optional e-mail address after it. */
function contactOf(text: string): Body & { name: string } {
  const [, name, email] = /^(.+), ([^\s,@]+@[^\s,@]+)$/.exec(oneLine(text)) ?? [];
  return name !== undefined && email !== undefined ? { name, email } : { name: oneLine(text) };
}

export function organizersOf(component: IcsComponent): Body[] {
  const contacts = component.all('contact').map(([, , , value]) => contactOf(String(value)));
  return [...component.all('organizer').map(organizerOf), ...contacts].filter(({ name }) => name !== '');
}

/** CATEGORIES that are also in X-TAGS are tags. Without both properties, the terms stay unchanged. */
export function termsOf(component: IcsComponent): Body {
  const names = component
    .all('categories')
    .flatMap(([, , , ...values]) => values.map((value) => oneLine(String(value))));
  const tags = component
    .all('x-tags')
    .flatMap(([, , , value]) => String(value).split(/(?<!\\),/))
    .map((name) => oneLine(withoutBackslashes(name)));
  const categories = names.filter((name) => name !== '' && !tags.includes(name));
  if (names.length + tags.length === 0) return {};
  return { categories: termNames(categories), ...(tags.length > 0 && { tags: termNames(tags) }) };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Detects HTML, which some programs write instead of plain text. */
const HTML = /<(?:p|br|a|b|i|u|ul|ol|li|div|span|strong|em|h[1-6]|table)(?:\s[^<>]*)?\/?>/i;

/** Converts plain text to HTML; leaves HTML unchanged. */
const htmlOf = (text: string): string =>
  HTML.test(text) || !/[<]|&[#a-z]/i.test(text) ? text : escaped(text);

/** Removes escapes, which ical.js keeps in properties of unknown type. */
const withoutBackslashes = (text: string): string =>
  text.replace(/\\([nN,;\\])/g, (_, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark));

/** @throws ImportError without a title */
export function textsOf(component: IcsComponent): { title: string; description: string; isPlain: boolean } {
  const title = titleOf(component, oneLine(component.text('summary')));
  if (title === '') throw new ImportError('has no SUMMARY');
  const rich = component.all('x-alt-desc').find(([, { fmttype }]) => /^text\/html/i.test(String(fmttype)));
  if (rich) return { title, description: withoutBackslashes(String(rich[3])), isPlain: false };
  return { title, description: htmlOf(component.text('description')), isPlain: true };
}

/** The website of an event; for events from this service's feeds, whose URL is the event's page, its slug instead. */
export function slugOrWebsite(component: IcsComponent): { slug?: string; website?: string } {
  const url = webAddress(component.text('url'));
  if (url === undefined) return {};
  const [, slug] = /\/event\/([^/]+)\/$/.exec(url) ?? [];
  if (slug !== undefined && isFromOwnFeed(component)) return { slug };
  return { website: url };
}

/** Properties with the address of an online event: from RFC 7986, and of calendar programs. */
const CONFERENCES = ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl'];

/** The web address of an online event, which can also be its LOCATION. Without one, the fields stay unchanged. */
export function onlineOf(component: IcsComponent): Body {
  const location = oneLine(component.text('location'));
  const virtualUrl = [
    ...CONFERENCES.flatMap((name) => component.all(name)).map(([, , , value]) => webAddress(value)),
    isOnline(location) ? webAddress(location) : undefined,
  ].find((address) => address !== undefined);
  return virtualUrl === undefined ? {} : { is_virtual: true, virtual_url: virtualUrl };
}

/** The address of the first attached image of an event. */
export function imageOf(component: IcsComponent): string | undefined {
  const isPicture = ([name, { fmttype }, , value]: JcalProperty): boolean =>
    name === 'image' ||
    /^image\//i.test(String(fmttype ?? '')) ||
    (fmttype === undefined && /\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(String(value)));
  return [...component.all('image'), ...component.all('attach')]
    .filter(isPicture)
    .map(([, , , value]) => webAddress(value))
    .find((url) => url !== undefined);
}
