import { readFileSync } from 'node:fs';
import { coerce } from '../../src/contract/coerce.ts';
import type { Param } from '../../src/contract/types.ts';
import { buildSchemas } from '../../src/graphql/schema.ts';
import { chooseEncoding, namesTag } from '../../src/http/etag.ts';
import { parseCost } from '../../src/kernel/cost.ts';
import { readDateTime } from '../../src/kernel/read-date.ts';
import { slugify } from '../../src/kernel/slug.ts';
import { cleanHtml, foldForSearch, parseSearch, plainText, sameText } from '../../src/kernel/text.ts';
import { httpUrl } from '../../src/kernel/url.ts';
import { canonicalZone } from '../../src/kernel/zones.ts';
import * as resources from '../../src/resources.ts';
import { parseForm } from '../../src/rest/request/form.ts';
import { fieldTree } from '../../src/rest/respond/fields.ts';
import { growth, SHAPES } from './text-shapes.ts';

/** Everything that reads a text, one by one: in time that grows with its length, and no faster. */
const LONGEST = 16_000;
/** What grows with the square of 16,000 takes hundreds of milliseconds. */
const FLOOR_MS = 25;
const { contract } = buildSchemas(readFileSync('schema.graphql', 'utf8'), 'B', Object.values(resources));

/**
 * Every parameter of the contract once, those of the objects that some take included; REST and GraphQL read
 * them by the same functions.
 */
const params = new Map<string, Param>();
for (const { bindings } of contract.routes)
  for (const { queryParams, bodyParams } of bindings)
    for (const param of [...queryParams, ...bodyParams])
      params.set(`${param.wire} ${JSON.stringify({ ...param, description: '' })}`, param);
for (const [type, fields] of contract.inputs)
  for (const param of fields) params.set(`${type}.${param.wire}`, param);

/** Readers may refuse, in time. */
const tried = (read: (text: string) => unknown) => (text: string) => {
  try {
    read(text);
  } catch {
    // Refused.
  }
};

const READERS: [name: string, read: (text: string) => unknown][] = [
  ...Array.from(params.values(), (param): [string, (text: string) => unknown] => [
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
  ]),
  ['search', parseSearch],
  ['text of a search', foldForSearch],
  ['title', plainText],
  ['description', cleanHtml],
  ['same name', (text) => sameText(text, `${text} `)],
  ['slug', (text) => slugify(text, 'en')],
  ['cost', parseCost],
  ['costs', (text) => parseCost([text, text.slice(0, 190)])],
  ['date', (text) => readDateTime(text, 'UTC', new Date())],
  ['date that is short enough', (text) => readDateTime(text.slice(0, 99), 'UTC', new Date())],
  ['zone', canonicalZone],
  ['address', httpUrl],
  ['address of a host', (text) => httpUrl(`http://x/${text.slice(0, 1_900)}`)],
  ['fields', fieldTree],
  ['form', parseForm],
  ['value of a form', (text) => parseForm(`a=${text}`)],
  ['Accept-Encoding', chooseEncoding],
  ['Accept-Encoding with weights', (text) => chooseEncoding(`br;${text}`)],
  ['If-None-Match', (text) => namesTag(text, 'x', false)],
  ['If-Match', (text) => namesTag(`W/"${text}`, 'x', true)],
];

test('every parameter is among them', () => {
  expect(params.size).toBeGreaterThan(100);
});

test.each(Object.entries(SHAPES))('%s', async (_name, shape) => {
  const found: string[] = [];
  for (const [name, read] of READERS) {
    const send = (length: number): void => tried(read)(shape(length));
    // What is compiled or collected just then looks like growth; real growth goes on.
    const measured = (await growth(LONGEST, FLOOR_MS, send)) && (await growth(LONGEST * 2, FLOOR_MS, send));
    if (measured) found.push(`${name}: ${measured}`);
  }
  expect(found).toEqual([]);
});

test('what is measured would be seen', async () => {
  const careless = /^\s*(\d+\.?\d*)\s*$/;
  expect(
    await growth(LONGEST, FLOOR_MS, (length) => careless.test(SHAPES['digits and a letter']?.(length) ?? '')),
  ).toBeDefined();
  expect(
    await growth(LONGEST * 2, FLOOR_MS, (length) => SHAPES['marks out of order']?.(length).normalize('NFC')),
  ).toBeDefined();
  expect(await growth(LONGEST, 0, (length) => 'x'.repeat(length).includes('y'))).toBeUndefined();
});
