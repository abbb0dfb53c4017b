import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
/** Code of authors unaware of the caches. */
const NAIVE = [
  'new Date()',
  'new Date().getTime()',
  'Date.now()',
  'Date()',
  'Temporal.Now.instant()',
  'new globalThis.Date()',
  '[0].map(Date.now)',
];
const RIGHT = ['new Date(0)', "Date.parse('2031-01-01')", 'Date.UTC(2031, 0)', 'Date.prototype'];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-lint-'));
  await cp('biome.json', join(folder, 'biome.json'));
  await cp('.ci/wall-clock.grit', join(folder, '.ci/wall-clock.grit'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The lines of a file that lint rejects because of the clock. */
async function refused(path: string, lines: readonly string[]): Promise<number[]> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(
    join(folder, path),
    lines.map((text, at) => `export const v${at} = () => ${text};\n`).join(''),
  );
  const out = await new Promise<string>((resolve) => {
    const options = ['lint', '--vcs-enabled=false', '--reporter=json', '.'];
    execFile(process.execPath, [BIOME, ...options], { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(out);
  return diagnostics
    .filter(
      ({ category, message }: { category: string; message: string }) =>
        category === 'plugin' && /context\.clock\.nowUtc/.test(message),
    )
    .map(({ location }: { location: { start: { line: number } } }) => location.start.line);
}

test.each([
  'src/domain/venues/venue.resolvers.ts',
  'src/domain/events/event.computed.ts',
  'src/api/graphql/computed-fields.ts',
  'src/api/pages/public/month.ts',
  'src/lib/dates.ts',
])('%s does not read the clock of the machine', async (path) => {
  expect(await refused(path, [...NAIVE, ...RIGHT])).toEqual(NAIVE.map((_text, at) => at + 1));
});

test.each(['src/app/services.ts', 'src/platform/telemetry/requests.ts', 'src/api/http/unchanged-since.ts'])(
  '%s may, because nothing in a response comes from there',
  async (path) => expect(await refused(path, NAIVE)).toEqual([]),
);
