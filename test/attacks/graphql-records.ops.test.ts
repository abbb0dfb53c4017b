import { sampled } from '../support/sample.ts';
import { expectCalm, send, times } from './graphql.ts';
import { during, startVictim, type Victim } from './victim.ts';

/**
 * Small queries for which there is much to answer: lists without pages inside each other, and many values of
 * each record.
 */
let victim: Victim;
let event: number;

const make = async (path: string, body: object): Promise<number> => {
  const response = await victim.request('POST', path, body, victim.admin);
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: number }).id;
};

beforeAll(async () => {
  victim = await startVictim({ nodeFlags: ['--max-old-space-size=400'] });
  const parent = await make('/categories', { name: 'Zig' });
  for (let at = 0; at < 25; at++) await make('/categories', { name: `Zag ${at}`, parent });
  const dates = { start_date: '2031-01-01 10:00', end_date: '2031-01-01 12:00' };
  const many = (kind: string) => Array.from({ length: 50 }, (_, at) => ({ [kind]: `${kind} ${at}` }));
  event = await make('/events', {
    title: 'Crowd',
    ...dates,
    organizer: many('organizer'),
    venue: many('venue'),
    categories: ['Zag 1'],
    tags: ['x'],
  });
});

afterAll(() => victim.stop());

/** `{a{b{a{b{id}}}}}` */
const nested = (levels: number, open: string, inside: string, close = '}'): string =>
  `${open.repeat(levels)}${inside}${close.repeat(levels)}`;

const page = (fields: string) =>
  `events(perPage: 1, startDate: "2030-01-01", endDate: "2032-01-01") { events { ${fields} } }`;

const ATTACKS: [string, () => string][] = [
  [
    'children of parents of children',
    () => `{ category(slug: "zig") { ${nested(6, 'children{parent{', 'id', '}}')} } }`,
  ],
  [
    'the same from a list',
    () =>
      `{ categories(hideEmpty: false, search: "zag") { categories { ${nested(5, 'parent{children{', 'id name', '}}')} } } }`,
  ],
  [
    'the same through a fragment',
    () =>
      `{ category(slug: "zig") { ${nested(5, 'children{parent{...F ', '', '}}')} } } fragment F on Category { id slug }`,
  ],
  [
    'organizers of events of organizers',
    () => `{ event(id: ${event}) { organizers { ${page(`organizers { ${page('organizers { id }')} }`)} } } }`,
  ],
  [
    'venues of events of venues',
    () => `{ event(id: ${event}) { venues { ${page(`venues { ${page('venues { id }')} }`)} } } }`,
  ],
  [
    'venues and organizers by turns',
    () => `{ event(id: ${event}) { venues { ${page(`organizers { ${page('venues { id }')} }`)} } } }`,
  ],
  [
    'parents and children by turns',
    () =>
      `{ category(slug: "zig") { children { children { id } parent { children { ${nested(3, 'parent{children{', 'id slug name', '}}')} } } } } }`,
  ],
  [
    'many values of few records',
    () =>
      `{ event(id: ${event}) { organizers { ${page(`organizers { ${times(28, (at) => `j${at}: jsonLd`)} }`)} } } }`,
  ],
];

test.each(sampled('records', ATTACKS, 3))('%s', async (_name, query) => {
  const seen = await during(victim, async () => {
    const answer = await send(victim, { query: query() });
    expect([answer.status, answer.codes]).toEqual([400, ['query_too_complex']]);
    expect(answer.text).toMatch(/could answer \d+ (records|values)/);
  });
  await expectCalm(victim, seen);
});

test('several at once, by one who does not wait', async () => {
  const seen = await during(victim, async () => {
    const answers = await Promise.all(
      ATTACKS.slice(0, 3).map(([, query]) => send(victim, { query: query() })),
    );
    expect(new Set(answers.flatMap(({ codes }) => codes))).toEqual(new Set(['query_too_complex']));
  });
  await expectCalm(victim, seen);
});

test('mutations answer no more than queries', async () => {
  const query = `mutation ($id: Int!) { updateCategory(id: $id, input: {}) { ${nested(6, 'children{parent{', 'id', '}}')} } }`;
  const { data } = await victim.graphql('{ category(slug: "zig") { id } }');
  expect(
    (
      await send(
        victim,
        { query, variables: { id: Reflect.get(Object(data?.category), 'id') } },
        victim.admin,
      )
    ).codes,
  ).toEqual(['query_too_complex']);
});

const aliased = (count: number, field: (at: number) => string) =>
  `{ ${times(count, (at) => `a${at}: ${field(at)}`)} }`;

test.each([
  [
    'introspection',
    aliased(30, () => '__schema { types { name fields { name description args { name description } } } }'),
  ],
  [
    'introspection inside',
    `{ __schema { types { fields { type { ${times(28, (at) => `a${at}: fields { name args { name } }`)} } } } } }`,
  ],
  ['roots', aliased(31, () => 'viewer { id }')],
])('%s times many are refused before they begin', async (_name, query) => {
  const answer = await send(victim, { query });
  expect([answer.status, answer.codes]).toEqual([400, ['query_too_complex']]);
  expect(answer.text).toMatch(/could answer \d+ values|\d+ aliases/);
});

test('many totals in one request leave others their answers', async () => {
  const query = aliased(
    30,
    (at) => `events(startDate: "20${String(at).padStart(2, '0')}-01-01") { total events { id } }`,
  );
  const seen = await during(victim, async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(victim, { query })));
    expect(answers.map(({ codes }) => codes)).toEqual(Array(5).fill([]));
  });
  await expectCalm(victim, seen);
});
