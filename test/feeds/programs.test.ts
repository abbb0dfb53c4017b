import { readFileSync } from 'node:fs';
import { calendar } from '../../src/api/feeds/calendar.ts';
import { EventList } from '../../src/api/feeds/events.ts';
import { feedText } from '../../src/api/feeds/feed.ts';
import { Runner } from '../../src/api/graphql/runner.ts';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import * as resources from '../../src/app/resources.ts';
import { Words } from '../../src/lib/words.ts';
import { failure, NOW, openStore, type Store } from '../support/context.ts';
import { byIcalJs } from './readers.ts';

let store: Store;
const schemas = buildSchemas(readFileSync('schema.graphql', 'utf8'), 'B', Object.values(resources));
const asking = { ...schemas, runner: new Runner(schemas.schema) };

beforeAll(async () => {
  store = await openStore();
  for (let event = 0; event < 12; event++) await store.event();
});

afterAll(() => store.close());

test('a program writes the list as a calendar, without HTTP', async () => {
  const context = store.context('editor');
  const list = new EventList(asking);
  const validated = await list.read('start_date=2031-04-01&end_date=2031-04-30', context);
  const { site, host } = context.urls;
  const writer = calendar.writer({
    site,
    host,
    name: 'Town',
    address: `${site}/feeds/events.ics`,
    year: NOW.getUTCFullYear(),
    words: Words.of('en-GB'),
  });
  let text = '';
  for await (const piece of feedText(writer, list.pages(validated, context))) text += piece;
  expect([...byIcalJs(text).keys()]).toEqual(
    Array.from({ length: 12 }, (_, at) => `cal.example.net?id=${at + 1}`),
  );
});

test('a program selects the fields that it needs, page by page', async () => {
  const list = new EventList<{ slug: string }>(asking, '{ slug }');
  const context = store.context('anonymous');
  const small = { ...context, settings: { ...context.settings, maxPerPage: 5 } };
  const sizes: number[] = [];
  for await (const page of list.pages(await list.read('', small), small)) sizes.push(page.length);
  expect(sizes).toEqual([5, 5, 2]);
});

test.each([
  ['categroies=music', 'categroies'],
  ['page=2', 'page'],
  ['_fields=id', '_fields'],
  ['start_date=never', 'start_date'],
  ['status=trash', 'status'],
])('%s is refused', async (query, name) => {
  const refused = await failure(new EventList(asking).read(query, store.context('editor')));
  expect(refused).toMatchObject({ status: 400, problems: [name] });
});
