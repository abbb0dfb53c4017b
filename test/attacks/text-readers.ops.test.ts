import { readFileSync } from 'node:fs';
import { coerce } from '../../src/api/contract/coerce.ts';
import type { Param } from '../../src/api/contract/types.ts';
import { calendar } from '../../src/api/feeds/calendar.ts';
import type { FeedEvent } from '../../src/api/feeds/document.ts';
import { rss } from '../../src/api/feeds/rss.ts';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import { chooseEncoding, matchesTag } from '../../src/api/http/etag.ts';
import { summaryOf } from '../../src/api/pages/public/layout.ts';
import { parseForm } from '../../src/api/rest/request/form.ts';
import { fieldTree } from '../../src/api/rest/respond/fields.ts';
import * as resources from '../../src/app/resources.ts';
import { parseCost } from '../../src/lib/cost.ts';
import { BadValue, ServiceError } from '../../src/lib/errors.ts';
import { textOfHtml } from '../../src/lib/html-text.ts';
import { oneLineText } from '../../src/lib/json-ld.ts';
import { readDateTime } from '../../src/lib/read-date.ts';
import { slugify } from '../../src/lib/slug.ts';
import { cleanHtml, foldForSearch, parseSearch, plainText, sameText } from '../../src/lib/text.ts';
import { httpUrl } from '../../src/lib/url.ts';
import { Words } from '../../src/lib/words.ts';
import { canonicalZone } from '../../src/lib/zones.ts';
import { csvText, listCell, namesIn } from '../../src/transfer/csv/cells.ts';
import { dateCellReader, readTimeCell } from '../../src/transfer/csv/dates.ts';
import { IcsComponent, type JcalProperty } from '../../src/transfer/icalendar/components.ts';
import {
  imageOf,
  organizersOf,
  slugOrWebsite,
  termsOf,
  textsOf,
  venueOf,
} from '../../src/transfer/icalendar/texts.ts';
import { ImportError } from '../../src/transfer/import/report.ts';
import { SHAPES } from './text-shapes.ts';

/** Everything that reads a text: it accepts or refuses, and neither hangs nor fails. */
const { contract } = buildSchemas(readFileSync('schema.graphql', 'utf8'), 'B', Object.values(resources));

/**
 * Every parameter of the contract once, including those of object parameters; REST and GraphQL read them by the same
 * functions.
 */
const params = new Map<string, Param>();
for (const { bindings } of contract.routes)
  for (const { queryParams, bodyParams } of bindings)
    for (const param of [...queryParams, ...bodyParams])
      params.set(`${param.wire} ${JSON.stringify({ ...param, description: '' })}`, param);
for (const [type, fields] of contract.inputs)
  for (const param of fields) params.set(`${type}.${param.wire}`, param);

/**
 * Reads a text.
 * @returns the failure, unless it explains the problem to the author
 */
function broken(read: (text: string) => unknown, text: string): unknown {
  try {
    read(text);
    return undefined;
  } catch (error) {
    return error instanceof ImportError || error instanceof BadValue || error instanceof ServiceError
      ? undefined
      : error;
  }
}

/** An event with a text in every field that a feed shows. */
const eventWith = (text: string): FeedEvent => ({
  ...{ globalId: 'x?id=1', status: 'publish', url: 'https://x.example/', title: text },
  ...{ description: text, excerpt: text, isAllDay: true, timezone: 'UTC' },
  ...{ dateUtc: MOMENT, modifiedUtc: MOMENT, startsAt: MOMENT, endsAt: MOMENT },
  ...{ localStart: MOMENT, localEnd: MOMENT, utcStartDate: MOMENT, utcEndDate: MOMENT },
  ...{
    scheduleStatus: 'canceled',
    scheduleStatusReason: text,
    isOnline: true,
    onlineUrl: 'https://x.example/',
  },
  venues: [
    ...[{ name: text, address: text, city: text, region: text, zip: text, country: text }].map((venue) => ({
      ...venue,
      latitude: 1,
      longitude: 1,
    })),
  ],
  organizers: [
    { name: text, email: text, url: 'https://x.example/' },
    { name: text, email: text, url: '' },
  ],
  categories: [{ name: text }],
  tags: [{ name: text }],
});
const MOMENT = '2031-01-01 10:00:00';
const INFO = {
  ...{ site: 'https://x.example', host: 'x.example', name: 'X', address: 'https://x.example/' },
  year: new Date().getUTCFullYear(),
  words: Words.of('fr'),
};
/** A part of a calendar file with a text in every parsed property. */
const partWith = (text: string): IcsComponent => {
  const names = ['summary', 'location', 'description', 'contact', 'x-tags', 'categories', 'url', 'status'];
  const properties = names.map((name): JcalProperty => [name, {}, 'text', text]);
  return new IcsComponent(
    [
      'vevent',
      [
        ...properties,
        ['organizer', { cn: text }, 'cal-address', `mailto:${text}`],
        ['x-alt-desc', { fmttype: 'text/html' }, 'text', text],
        ['image', {}, 'uri', text],
      ],
      [],
    ],
    1,
    { method: '', timezone: '' },
  );
};
/** Readers of texts that are stored or come from elsewhere: they refuse no text for its length. */
const STORED: [name: string, read: (text: string) => unknown][] = [
  ['calendar feed', (text) => calendar.writer(INFO).events([eventWith(text)])],
  ['RSS feed', (text) => rss.writer(INFO).events([eventWith(text)])],
  ['HTML as plain text', textOfHtml],
  ['clean HTML as plain text', (text) => textOfHtml(cleanHtml(text))],
  ['linked data', oneLineText],
  ['summary of a page', summaryOf],
  ['cells of CSV', (text) => csvText([[text, text]])],
  ['names in a cell of CSV', (text) => namesIn(listCell([text.slice(0, 1_000), 'x']))],
  ['dates of CSV', (text) => dateCellReader()(`2031-01-01${text}10:00x`)],
  ['dates of CSV in a format', (text) => dateCellReader('DD.MM.YYYY')(`01.01.2031${text}x`)],
  ['times of CSV', (text) => readTimeCell(`10:00${text}x`)],
  ['texts of calendar files', (text) => textsOf(partWith(text))],
  ['places of calendar files', (text) => venueOf(partWith(text), new Map())],
  ['people of calendar files', (text) => organizersOf(partWith(text))],
  ['terms of calendar files', (text) => termsOf(partWith(text))],
  ['addresses of calendar files', (text) => [slugOrWebsite(partWith(text)), imageOf(partWith(text))]],
];

const READERS: [name: string, read: (text: string) => unknown][] = [
  ...Array.from(
    params.values().filter(({ type }) => type.kind !== 'input'),
    (param): [string, (text: string) => unknown] => [
      `parameter ${param.wire}`,
      (text) => {
        for (const value of [
          text,
          [text],
          { id: text },
          { venue: text, organizer: text, name: text, geo_lat: text, website: text, email: text },
        ])
          coerce([param], { [param.wire]: value }, contract.inputs);
      },
    ],
  ),
  ['search', parseSearch],
  ['text of a search', foldForSearch],
  ['title', plainText],
  ['description', cleanHtml],
  ['same name', (text) => sameText(text, `${text} `)],
  ['slug', (text) => slugify(text, 'en')],
  ['cost', parseCost],
  ['costs', (text) => parseCost([text, text.slice(0, 190)])],
  ['date', (text) => readDateTime(text, 'UTC', { now: new Date() })],
  ['date that is short enough', (text) => readDateTime(text.slice(0, 99), 'UTC', { now: new Date() })],
  ['zone', canonicalZone],
  ['address', httpUrl],
  ['address of a host', (text) => httpUrl(`http://x/${text.slice(0, 1_900)}`)],
  ['fields', fieldTree],
  ['form', parseForm],
  ['value of a form', (text) => parseForm(`a=${text}`)],
  ['Accept-Encoding', chooseEncoding],
  ['Accept-Encoding with weights', (text) => chooseEncoding(`br;${text}`)],
  ['If-None-Match', (text) => matchesTag(text, 'x', false)],
  ['If-Match', (text) => matchesTag(`W/"${text}`, 'x', true)],
  ...STORED,
];

test('the list includes every parameter', () => {
  expect(params.size).toBeGreaterThan(100);
});

const BLANKS = [' ', '\t', '\n', '\r\n', ' \n', '\t ', '\u00a0', '\u2028', '<br>', '&nbsp;'];

test.each(Object.entries(SHAPES))('%s', (_name, shape) => {
  const text = shape(32_000);
  for (const [name, read] of READERS) expect([name, broken(read, text)]).toEqual([name, undefined]);
});

test.each([
  ...Object.entries(SHAPES),
  ...BLANKS.map(
    (piece) =>
      [JSON.stringify(piece), (length: number) => `a${piece.repeat(length / piece.length)}b`] as const,
  ),
])('200,000 characters of %s', (_name, shape) => {
  const text = shape(200_000);
  for (const [name, read] of STORED) expect([name, broken(read, text)]).toEqual([name, undefined]);
});
