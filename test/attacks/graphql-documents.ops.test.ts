import { sampled } from '../support/sample.ts';
import { expectCalm, send, sendByGet, times } from './graphql.ts';
import { during, startVictim, type Victim } from './victim.ts';

/** Documents that are short as text but endless once their fragments are expanded. */
let victim: Victim;

beforeAll(async () => {
  victim = await startVictim({ nodeFlags: ['--max-old-space-size=400'] });
});

afterAll(() => victim.stop());

/** Fragments F0, F1… of which each spreads the next one through `link`. */
const chain = (links: number, on: string, end: string, link = (next: string) => `${next} ${next}`): string =>
  `${times(links, (at) => `fragment F${at} on ${on} { ${link(`...F${at + 1}`)} }`)} fragment F${links} on ${on} { ${end} }`;

const lists = (links: number) =>
  `{ events(first: 1) { ...F0 } } ${chain(links, 'EventConnection', 'totalCount')}`;

const ATTACKS: [string, string][] = [
  ['a chain of 30', lists(30)],
  ['a chain of 60', lists(60)],
  ['a chain of 200', lists(200)],
  [
    'a chain below a field that reads nothing of it',
    `{ categories(first: 1) { ...F0 } } ${chain(60, 'CategoryConnection', 'totalCount')}`,
  ],
  [
    'a chain in a list inside a list',
    `{ venues { nodes { events { nodes { ...F0 } } } } } ${chain(40, 'Event', 'id title')}`,
  ],
  ['a chain at the root', `{ ...F0 } ${chain(40, 'Query', 'viewer { id }')}`],
  ['a chain in introspection', `{ __schema { ...F0 } } ${chain(40, '__Schema', 'description')}`],
  [
    'a chain in the fields of a type',
    `{ __type(name: "Event") { ...F0 } } ${chain(40, '__Type', 'fields { name }')}`,
  ],
  [
    'a chain of inline fragments',
    `{ events { ...F0 } } ${chain(40, 'EventConnection', 'totalCount', (next) => `... { ${next} } ... on EventConnection { ${next} }`)}`,
  ],
  [
    'a chain with conditions',
    `query ($no: Boolean = false) { events { ...F0 } } ${chain(40, 'EventConnection', 'totalCount', (next) => `${next} @skip(if: $no) ${next} @include(if: $no)`)}`,
  ],
  [
    'a chain under aliases',
    `{ events { ...F0 } } ${chain(25, 'EventConnection', 'totalCount', (next) => `a: totalCount ${next} ${next}`)}`,
  ],
  [
    'levels that double',
    `{ category(by: { databaseId: 1 }) { ...F0 } } ${chain(14, 'Category', 'id', (next) => `parent { ${next} } children { nodes { ${next} } }`)}`,
  ],
  [
    'a fan',
    `{ events { nodes { ${times(900, () => '...F')} } } } fragment F on Event { ${times(30, () => 'title')} }`,
  ],
  [
    'a fan of fans',
    `{ events { ${times(30, () => '...F')} } } fragment F on EventConnection { ${times(30, () => '...G')} } fragment G on EventConnection { ${times(30, () => 'totalCount')} }`,
  ],
  [
    'many operations',
    `${times(60, (at) => `query Q${at} { events { ${times(30, () => '...F')} } }`)} fragment F on EventConnection { totalCount pageInfo { hasNextPage endCursor } }`,
  ],
  ['an unused chain', `{ viewer { id } } ${chain(40, 'EventConnection', 'totalCount')}`],
  [
    'a chain in a mutation',
    `mutation { deleteTag(by: { databaseId: 1 }) { ...F0 } } ${chain(40, 'DeleteTagPayload', 'deletedId')}`,
  ],
];

test.each(sampled('documents', ATTACKS, 4))(
  'refuses %s at once, by POST and by GET, repeatedly',
  async (_name, query) => {
    const seen = await during(victim, async () => {
      for (let again = 0; again < 3; again++) {
        const answer = await send(victim, {
          query,
          operationName: query.includes('query Q0') ? 'Q0' : undefined,
        });
        expect([answer.status, answer.codes]).toEqual([400, ['QUERY_TOO_COMPLEX']]);
        expect(answer.text).toMatch(/has \d+ parts|has a billion and more parts/);
        expect(answer.ms).toBeLessThan(2_000);
      }
      if (query.length < 10_000 && !query.startsWith('mutation')) {
        const answer = await sendByGet(victim, query);
        expect([answer.status, answer.codes]).toEqual([400, ['QUERY_TOO_COMPLEX']]);
      }
    });
    await expectCalm(victim, seen);
  },
);

test('a document that repeats itself thousands of times gets a result or a refusal in time', async () => {
  const seen = await during(victim, async () => {
    for (const query of [
      `{ events { ${times(4_900, () => 'totalCount')} } }`,
      `{ ${times(1_600, () => 'viewer { id }').slice(0, 20_000)} viewer { id } }`,
      `{ events { ${times(700, (at) => `...F${at}`)} } } ${times(700, (at) => `fragment F${at} on EventConnection { totalCount }`)}`,
      `query (${times(1_600, (at) => `$v${at}: Int`)}) { viewer { id } }`,
      `{ events(filter: { include: [${times(900, () => '{databaseId: 1}')}] }) { totalCount } }`,
    ]) {
      const answer = await send(victim, { query });
      expect(answer.status).toBeLessThan(500);
      expect(answer.size).toBeLessThan(16_000);
      expect(answer.ms).toBeLessThan(2_000);
    }
  });
  await expectCalm(victim, seen);
});

test('accepts a document that is merely long', async () => {
  const query = `{ events(first: 1) { ...F0 } } ${chain(200, 'EventConnection', 'totalCount', (next) => next)}`;
  for (let again = 0; again < 3; again++) expect((await send(victim, { query })).codes).toEqual([]);
});
