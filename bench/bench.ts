import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterWrites } from './after-writes.ts';
import { Generator } from './load/generator.ts';
import { measureLatencies, measureReads, measureWrites, type Run, sampleOf } from './runs.ts';
import { startEmbedding } from './support/contestants.ts';
import { openSeeded } from './support/database.ts';
import { readOptions } from './support/options.ts';
import { report } from './support/report.ts';
import { Results } from './support/results.ts';
import { fillFigures } from './support/speed-page.ts';
import { prepareDatabase, readSlow } from './support/statements.ts';

/** `npm run bench -- --events 100000`: a whole run; see bench/README.md. */
const SMALL = 10_000;
const STARTS = 3;

const options = readOptions();
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const progress = (text: string): void => void process.stderr.write(`${text}\n`);

for (const peers of ['.', './peers/directus'].map(here)) {
  if (existsSync(join(peers, 'node_modules'))) continue;
  progress(`installing the peers of ${peers}`);
  execFileSync('npm', ['ci'], { cwd: peers, stdio: ['ignore', 'ignore', 'inherit'] });
}

const folder = mkdtempSync(join(tmpdir(), 'calendar-bench-'));
const generator = new Generator();

/** Runs work on a seeded database, and stops the database afterwards. */
async function inWorld<T>(
  events: number,
  dataDir: string,
  work: (run: Run) => Promise<T>,
): Promise<{ seedSeconds: number | undefined; worked: T; lines: string[] }> {
  progress(`seeding ${events} events`);
  const lines: string[] = [];
  const seeded = await openSeeded(dataDir, events, (line) => lines.push(line));
  try {
    await prepareDatabase(seeded.superuserUrl);
    lines.length = 0;
    const { database, superuserUrl: peerUrl } = seeded;
    const sample = await sampleOf(peerUrl, events);
    const worked = await work({
      options,
      generator,
      dataDir,
      databaseUrl: database.url,
      peerUrl,
      sample,
      results,
      progress,
    });
    return { seedSeconds: seeded.seedSeconds, worked, lines };
  } finally {
    await seeded.database.stop();
  }
}

async function warmStarts(dataDir: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < (options.quick ? 1 : STARTS); i++) {
    const service = await startEmbedding(dataDir);
    times.push(service.startMs);
    await service.stop();
  }
  return times;
}

const results = new Results();
try {
  const dataDir = options.data ?? join(folder, 'world');
  const { seedSeconds, worked, lines } = await inWorld(options.events, dataDir, async (run) => {
    await measureReads(run);
    const latencies = await measureLatencies(run);
    const after = await afterWrites(run);
    return { latencies, ...after, resident: await measureWrites(run) };
  });
  progress('warm starts');
  const startMs = await warmStarts(dataDir);
  const small =
    options.events > SMALL ? await inWorld(SMALL, join(folder, 'small'), measureLatencies) : undefined;
  const { events, connections, rounds, seconds } = options;
  const slowStatements = readSlow(lines);
  const facts = {
    events,
    seedSeconds,
    startMs,
    ...worked,
    smallWorldLatencies: small?.worked,
    slowStatements,
  };
  const text = report(
    results,
    facts,
    `The service as \`npm start\` runs it. Median of ${rounds} runs of ${seconds} s with ${connections} keep-alive connections each.`,
  );
  const output = options.output ?? here(`./results/${events}.md`);
  // A short or partial run is not stored as a result.
  if (options.output !== undefined || (!options.quick && options.only === '')) {
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, text);
  }
  const isWhole = !options.quick && options.only === '' && options.output === undefined;
  if (isWhole && events === SMALL) {
    const page = here('../docs/speed.md');
    writeFileSync(page, fillFigures(readFileSync(page, 'utf8'), results, facts));
  }
  process.stdout.write(text);
} finally {
  generator.stop();
  rmSync(folder, { recursive: true, force: true });
}
