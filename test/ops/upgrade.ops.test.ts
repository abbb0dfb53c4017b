import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Phase, runUpgrade, type Upgraded, unmetGoalsOf } from '../../ops/upgrade/run.ts';
import { migrationsList } from '../../src/domain/migrations/index.ts';
import { commitOf, releaseBefore } from '../support/release.ts';

const version = await releaseBefore();
const withHistory = (await commitOf(version)) ? test : test.skip;

withHistory(
  'clients read and write while the tables of the last release become those of this one',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'calendar-upgrade-'));
    try {
      const upgraded = await runUpgrade({
        from: version,
        events: 2_000,
        dataDir: join(folder, 'data'),
        seconds: 2,
        log: () => {},
      });
      const { phases, lost } = upgraded;
      // Times depend on the machine; `npm run upgrade` reports them.
      expect([...phases.flatMap(({ failures }) => failures), ...lost]).toEqual([]);
      expect(phases.map(({ name }) => name)).toEqual([
        `${version} alone`,
        ...migrationsList.slice(migrationsList.length - (phases.length - 3)).map(({ name }) => name),
        'both releases',
        'this release alone',
      ]);
      expect(phases.filter(({ took }) => took > 2_000).every(({ responses }) => responses > 0)).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

const phase = (changes: Partial<Phase>): Phase => ({
  name: 'a migration',
  took: 1_000,
  responses: 100,
  failures: [],
  slowestRead: 700,
  slowestWrite: 700,
  held: 500,
  waited: 500,
  ...changes,
});
const upgraded = (changes: Partial<Phase> = {}, lost: string[] = []): Upgraded => ({
  from: version,
  phases: [phase({}), phase(changes)],
  lost,
});

test('an upgrade within the goals has no unmet goals', () => {
  expect(unmetGoalsOf(upgraded())).toEqual([]);
});

test.each([
  ['a failure', upgraded({ failures: ['GET /events: 503'] }), 'a migration: GET /events: 503'],
  ['a locked table', upgraded({ held: 501 }), 'a migration: a table was locked for 501 ms'],
  ['a queue', upgraded({ waited: 501 }), 'a migration: a session waited for 501 ms'],
  [
    'a loss',
    upgraded({}, ['event 7 is stored as a, acknowledged as b']),
    'event 7 is stored as a, acknowledged as b',
  ],
])('reports %s', (_name, given, words) => {
  expect(unmetGoalsOf(given)).toEqual([words]);
});
