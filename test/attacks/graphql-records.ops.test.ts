import { sampled } from '../support/sample.ts';
import { expectCalm, send, times } from './graphql.ts';
import { during, startVictim, type Victim } from './victim.ts';

/** Small queries with large results: unpaginated lists inside each other, and many values of each record. */
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
  `events(first: 1, filter: { startsFrom: "2030-01-01", endsUntil: "2032-01-01" }) { nodes { ${fields} } }`;
const CHILDREN = 'children(first: 25) { nodes {';

const ATTACKS: [string, () => string][] = [
  [
    'children of parents of children',
    () => `{ category(by: { slug: "zig" }) { ${nested(4, `${CHILDREN} parent {`, 'id', '}}}')} } }`,
  ],
  [
    'the same from a list',
    () =>
      `{ categories(filter: { hideEmpty: false, search: "zag" }) { nodes { ${nested(4, `parent { ${CHILDREN}`, 'id name', '}}}')} } } }`,
  ],
  [
    'the same through a fragment',
    () =>
      `{ category(by: { slug: "zig" }) { ${nested(4, `${CHILDREN} parent { ...F `, '', '}}}')} } } fragment F on Category { id slug }`,
  ],
  [
    'organizers of events of organizers',
    () =>
      `{ event(by: { databaseId: ${event} }) { organizers { ${page(`organizers { ${page('organizers { id }')} }`)} } } }`,
  ],
  [
    'venues of events of venues',
    () =>
      `{ event(by: { databaseId: ${event} }) { venues { ${page(`venues { ${page('venues { id }')} }`)} } } }`,
  ],
  [
    'venues and organizers by turns',
    () =>
      `{ event(by: { databaseId: ${event} }) { venues { ${page(`organizers { ${page('venues { id }')} }`)} } } }`,
  ],
  [
    'parents and children by turns',
    () =>
      `{ category(by: { slug: "zig" }) { ${CHILDREN} ${CHILDREN} id } } parent { ${CHILDREN} ${nested(2, `parent { ${CHILDREN}`, 'id slug name', '}}}')} } } } } } } }`,
  ],
  [
    'many values of few records',
    () =>
      `{ event(by: { databaseId: ${event} }) { organizers { ${page(`organizers { ${times(28, (at) => `j${at}: jsonLd`)} }`)} } } }`,
  ],
];

test.each(sampled('records', ATTACKS, 3))('%s', async (_name, query) => {
  const seen = await during(victim, async () => {
    const answer = await send(victim, { query: query() });
    expect([answer.status, answer.codes]).toEqual([400, ['QUERY_TOO_COMPLEX']]);
    expect(answer.text).toMatch(/could return \d+ (records|values)/);
  });
  await expectCalm(victim, seen);
});

test('several at once, from a client that does not wait', async () => {
  const seen = await during(victim, async () => {
    const answers = await Promise.all(
      ATTACKS.slice(0, 3).map(([, query]) => send(victim, { query: query() })),
    );
    expect(new Set(answers.flatMap(({ codes }) => codes))).toEqual(new Set(['QUERY_TOO_COMPLEX']));
  });
  await expectCalm(victim, seen);
});

test('mutations return no more than queries', async () => {
  const query = `mutation { updateCategory(by: { slug: "zig" }, input: {}) { category { ${nested(4, `${CHILDREN} parent {`, 'id', '}}}')} } } }`;
  const answer = await send(victim, { query }, victim.admin);
  expect(answer.codes).toEqual(['QUERY_TOO_COMPLEX']);
  expect(answer.text).toMatch(/could return \d+ records/);
});

const aliased = (count: number, field: (at: number) => string) =>
  `{ ${times(count, (at) => `a${at}: ${field(at)}`)} }`;

test.each([
  [
    'introspection',
    aliased(30, () => '__schema { types { name fields { name description args { name description } } } }'),
  ],
  [
    'nested introspection',
    `{ __schema { types { fields { type { ${times(28, (at) => `a${at}: fields { name args { name } }`)} } } } } }`,
  ],
  ['roots', aliased(31, () => 'viewer { id }')],
])('%s repeated many times is refused before execution', async (_name, query) => {
  const answer = await send(victim, { query });
  expect([answer.status, answer.codes]).toEqual([400, ['QUERY_TOO_COMPLEX']]);
  expect(answer.text).toMatch(/could return \d+ values|\d+ aliases/);
});

test('many totals in one request do not delay other clients', async () => {
  const query = aliased(
    30,
    (at) =>
      `events(filter: { startsFrom: "20${String(at).padStart(2, '0')}-01-01" }) { totalCount nodes { id } }`,
  );
  const seen = await during(victim, async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(victim, { query })));
    expect(answers.map(({ codes }) => codes)).toEqual(Array(5).fill([]));
  });
  await expectCalm(victim, seen);
});
