import { sampled } from '../support/sample.ts';
import { expectCalm, send, type Told, times, told } from './graphql.ts';
import { during, startVictim, type Victim } from './victim.ts';

/** A megabyte of invalid values must not become many megabytes of error messages. */
let victim: Victim;

beforeAll(async () => {
  victim = await startVictim({ nodeFlags: ['--max-old-space-size=400'] });
});

afterAll(() => victim.stop());

const fill = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const named = (count: number) => Object.fromEntries(fill(count, (at) => [`field${at}`, at]));
const CREATE = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { event { id } } }';
const INPUT = { title: 'x', start: '2031-01-01', end: '2031-01-02' };
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  told(() => victim.request('POST', path, body, headers));

/** Sent with a login: bodies of this size are not read from anonymous callers. */
const sendLarge = (body: object): Promise<Told> => send(victim, body, victim.admin);

const ATTACKS: [string, () => Promise<Told>][] = [
  [
    'elements of a list',
    () =>
      sendLarge({
        query: 'query ($v: [EventBy!]) { events(filter: { include: $v }) { totalCount } }',
        variables: { v: fill(200_000, () => 'x') },
      }),
  ],
  [
    'a thousand elements',
    () =>
      sendLarge({
        query: 'query ($v: [EventBy!]) { events(filter: { include: $v }) { totalCount } }',
        variables: { v: fill(1_000, () => 'x'.repeat(900)) },
      }),
  ],
  [
    'elements that are references',
    () =>
      sendLarge({
        query: 'query ($v: [TagBy!]) { events(filter: { tags: $v }) { totalCount } }',
        variables: { v: fill(50_000, () => ({ databaseId: -1.5 })) },
      }),
  ],
  [
    'one long text',
    () =>
      sendLarge({
        query: 'query ($v: Int) { events(first: $v) { totalCount } }',
        variables: { v: 'x'.repeat(1_000_000) },
      }),
  ],
  [
    'one long date',
    () =>
      sendLarge({
        query: 'query ($v: DateInput) { events(filter: { startsFrom: $v }) { totalCount } }',
        variables: { v: 'x'.repeat(1_000_000) },
      }),
  ],
  [
    'one long word of an enum',
    () =>
      sendLarge({
        query: 'query ($v: [PublicationStatus!]) { events(filter: { statuses: $v }) { totalCount } }',
        variables: { v: 'x'.repeat(1_000_000) },
      }),
  ],
  [
    'a long literal',
    () => sendLarge({ query: `{ events(first: "${'x'.repeat(1_000_000)}") { totalCount } }` }),
  ],
  ['a long name', () => sendLarge({ query: `{ ${'x'.repeat(1_000_000)} }` })],
  ['long names', () => sendLarge({ query: `{ ${times(100, (at) => 'x'.repeat(9_000) + at)} }` })],
  ['a long operation', () => sendLarge({ query: '{ viewer { id } }', operationName: 'x'.repeat(1_000_000) })],
  ['unknown fields of an input', () => sendLarge({ query: CREATE, variables: { input: named(50_000) } })],
  [
    'one unknown field with a long name',
    () => sendLarge({ query: CREATE, variables: { input: { ['x'.repeat(1_000_000)]: 1 } } }),
  ],
  [
    'unknown fields of a venue inside',
    () =>
      sendLarge({
        query: CREATE,
        variables: { input: { ...INPUT, venues: [{ create: { name: 'x', ...named(50_000) } }] } },
      }),
  ],
  [
    'venues inside',
    () =>
      sendLarge({
        query: CREATE,
        variables: { input: { ...INPUT, venues: fill(60_000, () => ({ name: 1 })) } },
      }),
  ],
  [
    'variables',
    () =>
      sendLarge({
        query: `query (${times(400, (at) => `$v${at}: Int!`)}) { events(filter: { include: [${times(400, (at) => `{databaseId: $v${at}}`)}] }) { totalCount } }`,
      }),
  ],
  [
    'wrong literals',
    () =>
      sendLarge({
        query: `{ ${times(30, (at) => `a${at}: events(filter: { include: [${times(145, () => '"x"')}] }) { totalCount }`)} }`,
      }),
  ],
  [
    'aliases that fail alike',
    () =>
      sendLarge({
        query: `query ($v: String!) { ${times(30, (at) => `a${at}: event(by: { slug: $v }) { id }`)} }`,
        variables: { v: 'x'.repeat(500_000) },
      }),
  ],
  [
    'elements of a REST body',
    () =>
      post(
        '/events',
        { title: 'x', start_date: 'x', end_date: 'x', tags: fill(100_000, () => -1.5) },
        victim.admin,
      ),
  ],
  [
    'venues of a REST body',
    () =>
      post(
        '/events',
        {
          title: 'x',
          start_date: '2031-01-01',
          end_date: '2031-01-01',
          venue: fill(60_000, () => ({ name: 1 })),
        },
        victim.admin,
      ),
  ],
  [
    'a long text in a REST body',
    () =>
      post(
        '/events',
        { title: 'x', start_date: 'x'.repeat(500_000), end_date: 'y'.repeat(400_000) },
        victim.admin,
      ),
  ],
  [
    'unknown names in a REST body',
    () => post('/events', { title: 'x', start_date: 'x', end_date: 'x', ...named(50_000) }, victim.admin),
  ],
];

test.each(sampled('variables', ATTACKS, 5))('%s', async (_name, attack) => {
  const seen = await during(victim, async () => {
    const answer = await attack();
    expect([400, 404]).toContain(answer.status === 200 ? statusInside(answer) : answer.status);
    expect(answer.size).toBeLessThan(24_000);
    expect(answer.ms).toBeLessThan(2_000);
  });
  await expectCalm(victim, seen);
});

/** GraphQL returns 200 for errors of a field. */
const statusInside = ({ text }: Told): unknown =>
  (JSON.parse(text) as { errors?: { extensions: { status: number } }[] }).errors?.[0]?.extensions.status;

test('reports up to twenty errors, each with its place', async () => {
  const { text } = await send(victim, {
    query: 'query ($v: [EventBy!]) { events(filter: { include: $v }) { totalCount } }',
    variables: { v: fill(900, () => 'x') },
  });
  const [{ extensions }] = (JSON.parse(text) as { errors: [{ extensions: { params: object } }] }).errors;
  expect(Object.keys(extensions.params)).toEqual(fill(20, (at) => `filter.include.${at}`));
});

test.each([
  ['a wrong variable', CREATE, { input: { title: 1 } }],
  ['a missing variable', CREATE, {}],
  ['an unknown field', CREATE, { input: { ...INPUT, bogus: 1 } }],
  ['a list that is too long', CREATE, { input: { ...INPUT, tags: fill(5_000, () => 'x') } }],
  ['a wrong id', 'mutation ($id: Int!) { deleteEvent(by: { databaseId: $id }) { deletedId } }', { id: 'x' }],
  [
    'a global ID of nothing',
    'mutation ($by: EventBy!) { deleteEvent(by: $by) { deletedId } }',
    { by: { id: 'x' } },
  ],
  [
    'wrong fields of an addressed record',
    'mutation ($input: UpdateVenueInput!) { updateVenue(by: { databaseId: 1 }, input: $input) { venue { id } } }',
    { input: { bogus: 1 } },
  ],
  [
    'one through a fragment',
    'mutation ($input: CreateTagInput!) { ...F } fragment F on Mutation { createTag(input: $input) { tag { id } } }',
    { input: {} },
  ],
  [
    'one of two',
    'mutation ($input: CreateTagInput!) { a: createTag(input: {name: "x"}) { tag { id } } b: createTag(input: $input) { tag { id } } }',
    { input: 1 },
  ],
  [
    'a right of administrators',
    'query ($login: Int!) { users { totalCount } event(by: { databaseId: $login }) { id } }',
    { login: 'x' },
  ],
])('%s of a forbidden operation returns the permission error', async (_name, query, variables) => {
  const answer = await send(victim, { query, variables });
  expect(new Set(answer.codes)).toEqual(new Set(['UNAUTHENTICATED']));
  expect(statusInside(answer)).toBe(401);
  expect(answer.text).not.toMatch(/bogus|elements|required/);
});

test('a permitted caller learns the error', async () => {
  expect(
    (await send(victim, { query: CREATE, variables: { input: { title: 1 } } }, victim.admin)).codes,
  ).toEqual(['BAD_USER_INPUT']);
});

test.each(['constructor', 'toString', 'hasOwnProperty', '__defineGetter__', '__proto'])(
  'a variable may be called %s',
  async (name) => {
    const query = `query ($${name}: Int) { events(first: $${name}) { nodes { id } } }`;
    for (let again = 0; again < 25; again++) {
      const answer = await send(victim, `{"query": ${JSON.stringify(query)}, "variables": {"${name}": 2}}`);
      expect([answer.status, answer.codes]).toEqual([200, []]);
      expect(JSON.parse(answer.text).data.events.nodes).toHaveLength(2);
    }
  },
);

test('a variable called __proto__ is refused, every time', async () => {
  const query = 'query ($__proto__: Int) { events(first: $__proto__) { nodes { id } } }';
  for (let again = 0; again < 25; again++)
    for (const variables of ['{"__proto__": 2}', '{"__proto__": {"a": 1}}', '{}']) {
      const answer = await send(victim, `{"query": ${JSON.stringify(query)}, "variables": ${variables}}`);
      expect([answer.status, answer.codes]).toEqual([400, ['BAD_USER_INPUT']]);
    }
});
