import { Random } from '../random.ts';
import { details, isoOffset, millis, offsetAt, text, utcOf } from './clock.ts';
import {
  ABBREVIATIONS,
  CATEGORIES,
  COSTS,
  FIXED_ZONES,
  NEW_TAGS,
  PEOPLE,
  PLACES,
  TAGS,
  TEXTS,
  THINGS,
  TITLES,
} from './words.data.ts';

export type Fields = Record<string, unknown>;
const BODIES = ['json', 'urlencoded', 'multipart'] as const;
export type BodyKind = (typeof BODIES)[number];

/** A record to create: the fields to send and the expected response, by REST name. */
export interface WorldRecord {
  name: string;
  body: BodyKind;
  fields: Fields;
  expected: Fields;
}

export interface WorldTerm extends WorldRecord {
  parent: string;
}

/** The form in which a link or term is sent. */
const LINK_FORMS = ['id', 'text', 'list', 'object', 'objects', 'csv', 'data'] as const;
export type LinkForm = (typeof LINK_FORMS)[number];
const TERM_FORMS = ['ids', 'csv', 'names', 'slugs', 'mixed'] as const;
export type TermForm = (typeof TERM_FORMS)[number];

export interface WorldEvent extends WorldRecord {
  /** Names in order. */
  venues: string[];
  organizers: string[];
  categories: string[];
  tags: string[];
  forms: { venue: LinkForm; organizer: LinkForm; categories: TermForm; tags: TermForm };
}

export interface World {
  year: number;
  /** A tag of every event, which identifies the walk's own events. */
  mark: string;
  venues: WorldRecord[];
  organizers: WorldRecord[];
  categories: WorldTerm[];
  tags: WorldTerm[];
  events: WorldEvent[];
}

const bodyOf = (i: number): BodyKind => BODIES[i % BODIES.length] ?? 'json';
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
const isUs = (country: string): boolean => /^(USA|United States)$/.test(country);

function venues(): WorldRecord[] {
  return PLACES.map(([name, city, country, , lat, lng, zip, state, province], i) => {
    const fields = present({
      venue: name,
      description: TEXTS[i % TEXTS.length] ?? '',
      address: `${i + 1} Main Street, „Hof“ ${i}`,
      city,
      country,
      state,
      province,
      zip,
      phone: i % 3 === 0 ? '' : `+00 555 01${String(i).padStart(2, '0')}`,
      website: i % 4 === 0 ? '' : `https://venue-${i}.example.org/a?b=1&c=ü`,
      geo_lat: lat,
      geo_lng: lng,
      ...(i % 5 === 0 ? { show_map: 'false' } : {}),
      ...(i % 7 === 0 ? { show_map_link: 'no' } : {}),
    });
    const expected = {
      ...fields,
      ...present({ stateprovince: isUs(country) ? state : province }),
      show_map: i % 5 !== 0,
      show_map_link: i % 7 !== 0,
      status: 'publish',
    };
    return { name, body: bodyOf(i), fields, expected };
  });
}

function organizers(): WorldRecord[] {
  return PEOPLE.map((name, i) => {
    const fields = present({
      organizer: name,
      description: TEXTS[(i + 2) % TEXTS.length] ?? '',
      phone: i % 2 === 0 ? '' : `555-01${String(i).padStart(2, '0')}`,
      website: i % 3 === 0 ? '' : `https://organizer-${i}.example.org/`,
      email: i % 4 === 0 ? '' : `someone+${i}@example.org`,
    });
    return { name, body: bodyOf(i + 1), fields, expected: { ...fields, status: 'publish' } };
  });
}

const term = (name: string, parent: string, i: number): WorldTerm => {
  const fields = present({
    name,
    description: i % 3 === 0 ? `<em>About</em> ${name}` : '',
    slug: i % 4 === 0 ? `walk-term-${i}` : '',
  });
  return { name, parent, body: bodyOf(i + 2), fields, expected: { description: '', ...fields } };
};

interface When {
  zone: string;
  start: string;
  end: string;
  allDay: boolean;
}

function when(random: Random, year: number, i: number, zone: string): When {
  const day = Date.UTC(year, 0, 1) + Math.floor((i * 365) / 300) * 86_400_000;
  const allDay = random.percent(12);
  const days = random.percent(10) ? 1 + random.below(8) : 0;
  // Clocks change at night, so no event starts or ends then.
  const start = day + (7 + random.below(10)) * 3_600_000 + random.below(4) * 900_000;
  const end = start + days * 86_400_000 + (2 + random.below(18)) * 900_000;
  if (!allDay) return { zone, start: text(start), end: text(end), allDay };
  return {
    zone,
    start: `${text(start).slice(0, 10)} 00:00:00`,
    end: `${text(end).slice(0, 10)} 23:59:59`,
    allDay,
  };
}

/** A date in one of the accepted forms. */
function sentDate(local: string, zone: string, form: number): string | number {
  switch (form) {
    case 1:
      return local.slice(0, 16);
    case 2:
      return local.replace(' ', 'T');
    case 3:
      return `${local.replace(' ', 'T')}${isoOffset(local, zone)}`;
    case 4:
      return `${utcOf(local, zone).replace(' ', 'T')}Z`;
    case 5:
      return millis(utcOf(local, zone)) / 1000;
    default:
      return local;
  }
}

const abbreviation = (start: string, zone: string): string =>
  zone.startsWith('UTC') ? zone : (ABBREVIATIONS[zone]?.[offsetAt(millis(utcOf(start, zone)), zone)] ?? '?');

function dates({ zone, start, end, allDay }: When, form: number): { sent: Fields; expected: Fields } {
  const [utcStart, utcEnd] = [utcOf(start, zone), utcOf(end, zone)];
  return {
    sent: allDay
      ? { start_date: start.slice(0, 10), end_date: end.slice(0, 10) }
      : { start_date: sentDate(start, zone, form), end_date: sentDate(end, zone, form) },
    expected: {
      all_day: allDay,
      timezone: zone,
      timezone_abbr: abbreviation(start, zone),
      start_date: start,
      start_date_details: details(start),
      end_date: end,
      end_date_details: details(end),
      utc_start_date: utcStart,
      utc_start_date_details: details(utcStart),
      utc_end_date: utcEnd,
      utc_end_date_details: details(utcEnd),
    },
  };
}

function cost(i: number): { sent: Fields; expected: Fields } {
  const [sent, shown, values, symbol, code, position] = COSTS[i % COSTS.length] ?? COSTS[0];
  return {
    sent: { cost: sent },
    expected: {
      cost: shown,
      cost_details: {
        currency_symbol: symbol,
        currency_code: code,
        currency_position: position,
        values: [...values],
      },
    },
  };
}

function flags(random: Random): Fields {
  return {
    featured: random.percent(15),
    sticky: random.percent(10),
    hide_from_listings: random.percent(4),
    ticketed: random.percent(25),
    is_virtual: random.percent(8),
    event_status: random.percent(6) ? 'canceled' : 'scheduled',
    show_map: !random.percent(20),
    show_map_link: !random.percent(20),
  };
}

/** Statuses that an administrator may give; most events are published. */
const status = (i: number): string =>
  i % 37 === 5 ? 'draft' : i % 53 === 7 ? 'private' : i % 59 === 9 ? 'pending' : 'publish';

function event(random: Random, year: number, mark: string, i: number): WorldEvent {
  const place = random.pick(PLACES);
  const zone = random.percent(5) ? random.pick(FIXED_ZONES) : place[3];
  const time = dates(when(random, year, i, zone), i % 6);
  const price = cost(i);
  const own = flags(random);
  const title = `${random.pick(TITLES).replace('{}', random.pick(THINGS))} #${i + 1}`;
  const description = random.pick(TEXTS);
  const excerpt = random.percent(30) ? `Short: ${random.pick(THINGS)} ${i}` : '';
  const slug = i % 9 === 0 ? `walk-${year}-event-${i}` : '';
  const website = i % 3 === 0 ? `https://event-${i}.example.org/?q=${i}&r=%C3%A9#top` : '';
  const rest = { title, description, excerpt, website, status: status(i) };
  const extra = random.percent(8) ? random.some(NEW_TAGS, 1) : [];
  return {
    name: title,
    body: bodyOf(i),
    fields: {
      ...present(rest),
      ...present({ slug }),
      timezone: zone,
      all_day: time.expected.all_day,
      ...time.sent,
      ...present(price.sent),
      ...own,
    },
    expected: {
      ...rest,
      ...present({ slug }),
      ...time.expected,
      ...price.expected,
      ...own,
      post_parent: 0,
      image: false,
    },
    venues: random.percent(12)
      ? []
      : [
          place[0],
          ...(random.percent(6)
            ? random.some(
                PLACES.filter((other) => other !== place).map(([name]) => name),
                1,
              )
            : []),
        ],
    organizers: random.some(PEOPLE, random.below(4)),
    categories: random.some(CATEGORIES, random.below(3)).map(([name]) => name),
    tags: [mark, ...random.some(TAGS, random.below(4)), ...extra],
    forms: {
      venue: random.pick(LINK_FORMS),
      organizer: random.pick(LINK_FORMS),
      categories: random.pick(TERM_FORMS),
      tags: extra.length > 0 ? 'names' : random.pick(TERM_FORMS),
    },
  };
}

/** A year of a calendar; the same year gives the same calendar in every run. */
export function makeWorld(year: number, events = 300): World {
  const random = new Random(year);
  const mark = `walk of ${year}`;
  return {
    year,
    mark,
    venues: venues(),
    organizers: organizers(),
    categories: CATEGORIES.map(([name, parent], i) => term(name, parent, i)),
    tags: [mark, ...TAGS].map((name, i) => term(name, '', i + 20)),
    events: Array.from({ length: events }, (_, i) => event(random, year, mark, i)),
  };
}
