import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { migrationsList } from '../src/domain/migrations/index.ts';
import { breaks, declared, isDeclared } from './breaks.ts';
import { billOfMaterials } from './sbom.ts';
import { type Surface, surface } from './surface.ts';

/*
 * `npm run schema:check`: checks that the APIs are compatible with the last release, or that the changelog declares
 * each breaking change. `npm run schema:release`: stores the APIs under the version of package.json, with the names of
 * the migrations (test/postgres/expand-then-contract.ops.test.ts) and the list of packages.
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
  if (existsSync(folder)) throw new Error(`${folder} exists already; set a new version in package.json`);
  mkdirSync(folder, { recursive: true });
  for (const revision of REVISIONS) {
    const { graphql, rest } = surface(written, revision);
    writeFileSync(`${folder}/${revision}.graphql`, graphql);
    writeFileSync(`${folder}/${revision}.rest`, rest);
  }
  writeFileSync(`${folder}/sbom.cdx.json`, `${JSON.stringify(billOfMaterials(), null, 1)}\n`);
  writeFileSync(`${folder}/migrations`, migrationsList.map(({ name }) => `${name}\n`).join(''));
  console.log(`Wrote the APIs, migrations and packages of this release to ${folder}.`);
}

async function check(): Promise<void> {
  const last = readdirSync(RELEASES).toSorted(byVersion).at(-1);
  const known = declared(read('CHANGELOG.md'));
  const undeclared: string[] = [];
  for (const revision of REVISIONS) {
    const path = `${RELEASES}/${last}/${revision}`;
    const released: Surface = { graphql: read(`${path}.graphql`), rest: read(`${path}.rest`) };
    for (const { name, message } of await breaks(released, surface(written, revision)))
      if (!isDeclared(name, known)) undeclared.push(`  revision ${revision}: \`${name}\`: ${message}`);
  }
  if (undeclared.length === 0) return console.log(`No undeclared breaking changes since ${last}.`);
  console.error(`Clients of ${last} would break:\n${undeclared.join('\n')}
If this is intended, declare it in CHANGELOG.md under "## [Unreleased]", "### Breaking", with these names in backticks.`);
  process.exitCode = 1;
}

if (process.argv[2] === 'release') release();
else await check();
