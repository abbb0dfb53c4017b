import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import Parser from 'rss-parser';
import type { Param } from '../../src/api/contract/types.ts';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import { loadConfig } from '../../src/app/config.ts';
import * as resources from '../../src/app/resources.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import { exportCsv } from '../../src/transfer/export/export-lists.ts';
import { inSnapshot, operationsOf } from '../../src/transfer/import/operations.ts';
import { READERS } from '../feeds/readers.ts';
import { idsIn, readAll } from '../support/connections.ts';
import { sampled, WHOLE } from '../support/sample.ts';
import { type Body, type Kind, LISTS, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** Every text field of every kind, with texts that could end the line, element or record that shows them. */
const { contract } = buildSchemas(readFileSync('schema.graphql', 'utf8'), 'B', Object.values(resources));
const KINDS = ['venue', 'organizer', 'category', 'tag', 'event'] as const satisfies readonly Kind[];
const SINGLE_VALUES = ['int', 'float', 'boolean', 'enum'];
const fieldsOf = (kind: Kind): readonly Param[] => {
  const create = contract.routes
    .flatMap(({ bindings }) => bindings)
    .find(
      ({ operation, methods }) =>
        operation.field === `create${kind[0]?.toUpperCase()}${kind.slice(1)}` && methods.includes('POST'),
    );
  return (create?.bodyParams ?? []).filter(({ type }) => !SINGLE_VALUES.includes(type.kind));
};

const MOST = 200_000;
const LINES = ['END:VEVENT', 'BEGIN:VEVENT', 'UID:evil', 'DTSTART:20310101T000000Z', 'SUMMARY:Evil', ''];
const ENDS = ['\r\n', '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
/** @param most maximum characters of the field */
const texts = (most: number): string[] => [
  ...ENDS.map((end) => end + LINES.join(end)),
  ...[' ', '\t', '\n', '\r\n', '<br>', '&nbsp;'].map(
    (piece) => `${piece.repeat((most - 30) / piece.length)}b`,
  ),
  '</script><script>alert(1)</script>',
  '</title></textarea></article><h1>Evil</h1>',
  ']]></description></item><item><guid>evil</guid></item>',
  '","evil"\r\n"evil","evil',
  "'); drop table event; --",
];
/** A prefix for each text, so that names differ; addresses must begin this way. */
const beginning = ({ type }: Param): string =>
  type.kind === 'scalar' && /^(?:Url|Image)/.test(type.name) ? 'https://x.example/n' : 'n';

let world: World;
/** Ids of all stored records. */
const ids: Record<Kind, number[]> = { event: [], venue: [], organizer: [], category: [], tag: [] };
/** Fields that accepted none of the texts. */
const never = new Set(KINDS.flatMap((kind) => fieldsOf(kind).map(({ wire }) => `${kind}.${wire}`)));
let count = 0;

/** The name field of a record. */
const NAMES = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
  event: 'title',
} as const;

async function store(kind: Kind, field: Param, ending: string): Promise<void> {
  const text = `${beginning(field)}${count++}${ending}`;
  const called = { [NAMES[kind]]: `x${count}` };
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
  const sent = { ...called, ...(kind === 'event' && times), [field.wire]: text };
  const answer = await world.create('REST', kind, sent);
  if (answer.status !== 201) {
    expect([answer.status, answer.failing]).toEqual([400, [field.wire]]);
    return;
  }
  const id = Number(answer.body.id);
  ids[kind].push(id);
  never.delete(`${kind}.${field.wire}`);
  if (kind === 'event') return;
  const links = kind === 'category' ? { categories: [id] } : kind === 'tag' ? { tags: [id] } : { [kind]: id };
  ids.event.push(await world.event(`of ${kind} ${id}`, '2031-06-01 10:00', links));
}

beforeAll(async () => {
  world = await openWorld();
  for (const kind of KINDS)
    for (const field of fieldsOf(kind))
      for (const text of sampled(`${kind} ${field.wire}`, texts(Math.min(field.maxLength ?? MOST, MOST)), 6))
        await store(kind, field, text);
});
afterAll(() => world.stop());

const sorted = (numbers: Iterable<number>): number[] => [...numbers].toSorted((one, other) => one - other);
const idIn = (globalId: string): number => Number(globalId.split('?id=')[1]);
const textOf = async (path: string): Promise<string> => (await fetch(world.server.url + path)).text();

/** Ids of the existing records of a kind, by SQL. */
async function stored(kind: Kind): Promise<number[]> {
  const from =
    kind === 'category' || kind === 'tag'
      ? `term where taxonomy = '${kind === 'tag' ? 'post_tag' : 'tribe_events_cat'}'`
      : kind;
  const rows: unknown = await world.server.orm.em.getConnection().execute(`select id from ${from}`);
  return sorted(recordsIn(rows).map(({ id }) => Number(id)));
}

test('only fields without free text refuse all of them', () => {
  const refusing = [
    ...['event.date', 'event.date_utc', 'event.end_date', 'event.organizer'],
    ...['event.recurrence', 'event.recurrence_exceptions', 'event.recurrence_start'],
    ...['event.start_date', 'event.timezone'],
    ...['event.venue', 'organizer.date', 'organizer.date_utc', 'organizer.email'],
    ...['venue.date', 'venue.date_utc'],
  ];
  expect([...never].toSorted()).toEqual(WHOLE ? refusing : expect.arrayContaining(refusing));
});

test.each(KINDS)('REST and GraphQL list each %s once', async (kind) => {
  const list = LISTS[kind];
  const byRest: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const rest = await world.get(`/${list}?per_page=20&page=${page}&hide_empty=false`);
    byRest.push(...recordsIn(rest.body[list]).map(({ id }) => Number(id)));
    pages = Number(rest.body.total_pages);
  }
  const pages = await readAll(world, { field: list, args: '' }, 20, 'forth');
  const byGraphql = pages.flatMap(idsIn);
  expect(sorted(byRest)).toEqual(await stored(kind));
  expect(sorted(byGraphql)).toEqual(await stored(kind));
});

test('each event of a calendar feed exists, for every program', async () => {
  const feed = await textOf('/feeds/events.ics');
  for (const [name, read] of READERS)
    expect([name, sorted(Array.from(read(feed).keys(), idIn))]).toEqual([name, await stored('event')]);
  expect(feed.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)).not.toContain('UID:evil');
});

test('each item of a news feed is an existing event', async () => {
  const { items } = await new Parser().parseString(await textOf('/feeds/events.rss'));
  expect(sorted(items.map(({ guid }) => idIn(String(guid))))).toEqual(await stored('event'));
});

test('each event has a page, whose linked data is one object', async () => {
  for (const id of ids.event) {
    const { body } = await world.get(`/events/${id}`);
    const page = await textOf(`/event/${String(body.slug)}/`);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<(?:title|article|textarea)\b/g)).toHaveLength(2);
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Event', name: body.title });
  }
});

test.each(['event', 'venue', 'organizer'] as const)('each row of the CSV is an existing %s', async (kind) => {
  const { settings } = loadConfig({ DATABASE_URL: 'postgresql://x/y' });
  const place = { settings, site: 'https://cal.example.net', host: 'cal.example.net' };
  const text = await inSnapshot(
    world.server.orm,
    place,
    async (context) =>
      (
        await Array.fromAsync(
          exportCsv(
            operationsOf(schemasOf(settings)),
            kind,
            kind === 'event' ? 'start_date=2031-01-01' : '',
            context,
          ),
        )
      ).join(''),
    new Date('2031-03-14T12:00:00Z'),
  );
  const rows: Body[] = parse(text, { columns: true });
  expect(rows).toHaveLength((await stored(kind)).length);
});
