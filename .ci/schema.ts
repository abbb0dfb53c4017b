import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { migrationsList } from '../src/domain/migrations/index.ts';
import { breaks, declared, isDeclared } from './breaks.ts';
import { billOfMaterials } from './sbom.ts';
import { type Surface, surface } from './surface.ts';

/*
 * `npm run schema:check`: what the last release promised its clients still holds, or the changelog names what
 * does not. `npm run schema:release`: keeps what is promised now, under the version of package.json, which migrations have
 * made its tables (test/postgres/expand-then-contract.ops.test.ts), and of which packages it consists.
 */
const RELEASES = 'docs/releases';
const REVISIONS = ['A', 'B'] as const;
const read = (path: string): string => readFileSync(path, 'utf8');
const written = read('schema.graphql');

const numbers = (version: string): number[] => version.split('.').map(Number);
const byVersion = (one: string, other: string): number => {
  const [a, b] = [numbers(one), numbers(other)];
  return a.map((part, at) => part - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
};

function release(): void {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const folder = `${RELEASES}/${version}`;
  if (existsSync(folder)) throw new Error(`${folder} is there already; a release needs a version of its own`);
  mkdirSync(folder, { recursive: true });
  for (const revision of REVISIONS) {
    const { graphql, rest } = surface(written, revision);
    writeFileSync(`${folder}/${revision}.graphql`, graphql);
    writeFileSync(`${folder}/${revision}.rest`, rest);
  }
  writeFileSync(`${folder}/sbom.cdx.json`, `${JSON.stringify(billOfMaterials(), null, 1)}\n`);
  writeFileSync(`${folder}/migrations`, migrationsList.map(({ name }) => `${name}\n`).join(''));
  console.log(`${folder} holds what clients can rely on, and instances that are not replaced yet.`);
}

async function check(): Promise<void> {
  const last = readdirSync(RELEASES).toSorted(byVersion).at(-1);
  const known = declared(read('CHANGELOG.md'));
  const unsaid: string[] = [];
  for (const revision of REVISIONS) {
    const path = `${RELEASES}/${last}/${revision}`;
    const released: Surface = { graphql: read(`${path}.graphql`), rest: read(`${path}.rest`) };
    for (const { name, message } of await breaks(released, surface(written, revision)))
      if (!isDeclared(name, known)) unsaid.push(`  revision ${revision}: \`${name}\`: ${message}`);
  }
  if (unsaid.length === 0) return console.log(`Nothing that ${last} promised is broken unsaid.`);
  console.error(`Clients of ${last} would break:\n${unsaid.join('\n')}
If that is wanted, say so in CHANGELOG.md under "## [Unreleased]", "### Breaking", with these names in backticks.`);
  process.exitCode = 1;
}

if (process.argv[2] === 'release') release();
else await check();
