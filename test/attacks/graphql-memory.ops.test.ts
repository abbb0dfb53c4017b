import { createHash } from 'node:crypto';
import { sampled } from '../support/sample.ts';
import { expectCalm, expectMemoryBack, send, type Told, times } from './graphql.ts';
import { during, startVictim, type Victim } from './victim.ts';

/** Many different documents, each of them small and valid: what is remembered of them must not add up. */
let victim: Victim;
let before: number;

beforeAll(async () => {
  victim = await startVictim({ nodeFlags: ['--max-old-space-size=400'] });
  // What a process takes once it works.
  for (let at = 0; at < 60; at++) await send(victim, { query: page('warm', 60) });
  before = await victim.memory();
});

afterAll(() => victim.stop());

const FIELDS = [
  'id',
  'title',
  'slug',
  'status',
  'startDate',
  'endDate',
  'timezone',
  'cost',
  'website',
  'venue { id name city }',
  'tags { id name }',
];
const fields = (count: number) => times(count, (at) => FIELDS[at % FIELDS.length] ?? 'id');
const page = (name: string, count: number) =>
  `query Q${name} { events(perPage: 1) { events { ${fields(count)} } } }`;

/** Sends each document several times, some at once. */
async function storm(
  documents: readonly string[],
  uses: number,
  request: (query: string) => Promise<Told>,
): Promise<void> {
  for (let at = 0; at < documents.length; at += 8) {
    for (let use = 0; use < uses; use++) {
      const answers = await Promise.all(documents.slice(at, at + 8).map(request));
      for (const { status, codes } of answers) expect([status, codes]).toEqual([200, []]);
    }
  }
}

const many = (count: number, make: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => make(at));
const persisted = (query: string): Promise<Told> =>
  send(victim, {
    query,
    extensions: {
      persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
    },
  });

const STORMS: [string, () => Promise<void>][] = [
  [
    'documents with one fragment many times',
    () =>
      storm(
        many(
          100,
          (at) =>
            `${page(`f${at}`, 1).replace('{ id }', `{ ${times(25, () => '...F')} }`)} fragment F on Event { ${fields(8)} }`,
        ),
        3,
        (query) => send(victim, { query }),
      ),
  ],
  [
    'documents that are long',
    () =>
      storm(
        many(80, (at) => page(`l${at}`, 700)),
        2,
        (query) => send(victim, { query }),
      ),
  ],
  [
    'documents with long comments',
    () =>
      storm(
        many(180, (at) => `${page(`x${at}`, 1)} # ${'x'.repeat(400_000)}`),
        1,
        // So long a body is read only of somebody with a login.
        (query) => send(victim, { query }, victim.admin),
      ),
  ],
  [
    'persisted queries',
    () =>
      storm(
        many(120, (at) => `${page(`p${at}`, 20)} # ${'x'.repeat(80_000)}`),
        1,
        persisted,
      ),
  ],
];

test.each(sampled('storms', STORMS, 1))('%s', async (_name, attack) => {
  const seen = await during(victim, attack);
  await expectCalm(victim, seen);
  await expectMemoryBack(victim, before);
});
