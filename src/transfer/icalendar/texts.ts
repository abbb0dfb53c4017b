import { placeOf } from '../../api/feeds/feed.ts';
import type { Body } from '../../api/rest/index.ts';
import { emailOfMailto } from '../../lib/email.ts';
import { httpUrl } from '../../lib/url.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { ImportError } from '../import/report.ts';
import { termNames } from '../import/source.ts';
import { storedVenues } from '../import/stored.ts';
import type { IcsComponent, JcalProperty } from './components.ts';
import { isOwn, titleOf } from './status.ts';

/** Lines are separated by commas. */
const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(', ');
const folded = (text: string): string => oneLine(text).toLowerCase();

/** A web address; undefined for anything else. */
function webAddress(text: unknown): string | undefined {
  try {
    return httpUrl(String(text));
  } catch {
    return undefined;
  }
}

/** Whether a place is a web address and nothing else. */
const isOnline = (location: string): boolean => !location.includes(' ') && webAddress(location) !== undefined;

/** Ids of the venues here, by the text that LOCATION has for them in our own feeds. */
export type VenuesByLocation = ReadonlyMap<string, number>;

export const venuesByLocation = async (db: Db): Promise<VenuesByLocation> =>
  // Of several venues there, the oldest counts, which comes last.
  new Map((await storedVenues(db)).map((venue) => [folded(placeOf(venue)), venue.id]));

/** Coordinates from GEO, or from Apple's own property. */
function coordinatesOf(component: IcsComponent): Body | null {
  const value = component.first('geo')?.[3];
  const [lat, lng]: unknown[] = Array.isArray(value)
    ? value
    : component.text('x-apple-structured-location').replace(/^geo:/i, '').split(',');
  const [geoLat, geoLng] = [Number.parseFloat(String(lat)), Number.parseFloat(String(lng))];
  return Math.abs(geoLat) <= 90 && Math.abs(geoLng) <= 180 ? { geo_lat: geoLat, geo_lng: geoLng } : null;
}

/** Where the bracket begins that ends a text; -1 where none does. */
function lastBracket(text: string): number {
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
 * What a LOCATION in one line says: `Name, address`, or as Meetup writes it,
 * `Name (street, city[, state or province], country)`. Brackets with less in them are an address as they are, and
 * without a comma a part of the name.
 */
function placeIn(location: string): Place {
  const opens = lastBracket(location);
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

/** A place as our feeds write its LOCATION. */
const writtenPlace = ({
  name,
  address = '',
  city = '',
  state = '',
  province = '',
  country = '',
}: Place): string => placeOf({ name, address, city, region: state || province, zip: '', country });

/** The venue: an existing one if our own feed has the same LOCATION for it, else a new one. */
export function venueOf(component: IcsComponent, venues: VenuesByLocation): (number | Body)[] {
  const location = oneLine(component.text('location'));
  // The address of an online event is no venue.
  if (location === '' || isOnline(location)) return [];
  const place = placeIn(location);
  const id = venues.get(folded(location)) ?? venues.get(folded(writtenPlace(place)));
  if (id !== undefined) return [id];
  return [{ ...place, ...coordinatesOf(component) }];
}

/** The page of an organizer: our own feeds give it for organizers without an e-mail address. */
const OWN_PAGE = /\/organizer\/[^/]+\/$/;

function organizerOf([, { cn }, , value]: JcalProperty): Body & { name: string } {
  const text = String(value);
  const email = emailOfMailto(text);
  const website = OWN_PAGE.test(text) ? undefined : webAddress(text);
  const name = oneLine(typeof cn === 'string' ? cn : '') || email || text;
  return { name, ...(email && { email }), ...(website && { website }) };
}

/** A CONTACT as our feeds write it: a name, and behind it an e-mail address, if there is one. */
function contactOf(text: string): Body & { name: string } {
  const [, name, email] = /^(.+), ([^\s,@]+@[^\s,@]+)$/.exec(oneLine(text)) ?? [];
  return name !== undefined && email !== undefined ? { name, email } : { name: oneLine(text) };
}

export function organizersOf(component: IcsComponent): Body[] {
  const contacts = component.all('contact').map(([, , , value]) => contactOf(String(value)));
  return [...component.all('organizer').map(organizerOf), ...contacts].filter(({ name }) => name !== '');
}

/** CATEGORIES that X-TAGS has too are tags. An event with neither says nothing of its terms. */
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
/** A sign of HTML, which some programs write where plain text belongs. */
const HTML = /<(?:p|br|a|b|i|u|ul|ol|li|div|span|strong|em|h[1-6]|table)(?:\s[^<>]*)?\/?>/i;

/** Plain text as HTML. A text that is HTML already is left as it is. */
const htmlOf = (text: string): string =>
  HTML.test(text) || !/[<]|&[#a-z]/i.test(text) ? text : escaped(text);

/** Removes escapes. ical.js leaves them in properties whose type it does not know. */
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

/**
 * The website of an event; for events from our own feeds, where URL is the page of the event, its slug
 * instead.
 */
export function slugOrWebsite(component: IcsComponent): { slug?: string; website?: string } {
  const url = webAddress(component.text('url'));
  if (url === undefined) return {};
  const [, slug] = /\/event\/([^/]+)\/$/.exec(url) ?? [];
  if (slug !== undefined && isOwn(component)) return { slug };
  return { website: url };
}

/** Properties that say how to take part online: that of RFC 7986, and those of calendar programs. */
const CONFERENCES = ['conference', 'x-google-conference', 'x-microsoft-skypeteamsmeetingurl'];

/**
 * Where an event takes place online: by a web address, which may also stand for the place. An event that has none says
 * nothing of it.
 */
export function onlineOf(component: IcsComponent): Body {
  const location = oneLine(component.text('location'));
  const virtualUrl = [
    ...CONFERENCES.flatMap((name) => component.all(name)).map(([, , , value]) => webAddress(value)),
    isOnline(location) ? webAddress(location) : undefined,
  ].find((address) => address !== undefined);
  return virtualUrl === undefined ? {} : { is_virtual: true, virtual_url: virtualUrl };
}

/** The address of the first image that is attached to an event. */
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
