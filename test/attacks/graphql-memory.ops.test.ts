import { createHash } from 'node:crypto';
import { eventually } from '../support/eventually.ts';
import { sampled } from '../support/sample.ts';
import { expectCalm, kept, send, TELLS_KEPT, type Told, times } from './graphql.ts';
import { during, startVictim, type Victim } from './victim.ts';

/** Many different small, valid documents: the memory kept for them must stay bounded. */
let victim: Victim;
/** Megabytes that the process keeps after work with documents of all kinds. */
let before: number;
/** The allowed growth in megabytes. A process that kept the documents of a storm would grow by at least 20. */
const MOST_MORE = 16;

beforeAll(async () => {
  victim = await startVictim({ nodeFlags: ['--max-old-space-size=400', ...TELLS_KEPT] });
  for (const [, attack] of STORMS) await attack('warm', 1 / 2);
  before = await kept(victim);
});

afterAll(() => victim.stop());

const FIELDS = [
  'id',
  'title',
  'slug',
  'status',
  'localStart',
  'localEnd',
  'timezone',
  'cost',
  'website',
  'venue { id name city }',
  'tags { id name }',
];
const fields = (count: number) => times(count, (at) => FIELDS[at % FIELDS.length] ?? 'id');
const page = (name: string, count: number) =>
  `query Q${name} { events(first: 1) { nodes { ${fields(count)} } } }`;

/** Sends each document several times, some concurrently. */
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

/**
 * @param name distinguishes the documents of one storm from those of another
 * @param share of all documents; half of them fill every store
 */
const STORMS: [string, (name: string, share: number) => Promise<void>][] = [
  [
    'documents with one fragment many times',
    (name, share) =>
      storm(
        many(
          400 * share,
          (at) =>
            `${page(`f${at}${name}`, 1).replace('{ id }', `{ ${times(25, () => '...F')} }`)} fragment F on Event { ${fields(60)} }`,
        ),
        2,
        (query) => send(victim, { query }),
      ),
  ],
  [
    'documents that are long',
    (name, share) =>
      storm(
        many(80 * share, (at) => page(`l${at}${name}`, 700)),
        2,
        (query) => send(victim, { query }),
      ),
  ],
  [
    'documents with long comments',
    (name, share) =>
      storm(
        many(180 * share, (at) => `${page(`x${at}${name}`, 1)} # ${'x'.repeat(400_000)}`),
        1,
        // Only callers with a login may send a body of this length.
        (query) => send(victim, { query }, victim.admin),
      ),
  ],
  [
    'persisted queries',
    (name, share) =>
      storm(
        many(280 * share, (at) => `${page(`p${at}${name}`, 20)} # ${'x'.repeat(80_000)}`),
        1,
        persisted,
      ),
  ],
];

test.each(sampled('storms', STORMS, 1))('%s', async (_name, attack) => {
  const seen = await during(victim, () => attack('storm', 1));
  await expectCalm(victim, seen);
  let more = 0;
  await eventually(
    () => `less than ${MOST_MORE} MB more are kept, but ${more}`,
    async () => {
      more = (await kept(victim)) - before;
      return more < MOST_MORE;
    },
  );
});
