import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AUTHORIZATION, NAMESPACE, startService } from '../../../bench/support/service.ts';

/**
 * `npm run generate:clients`: four generators create typed clients from `/doc` and `/schema.graphql` with their default
 * options; a typical program is compiled against each client, and run against the demo calendar. Ends with an error if
 * one of them fails.
 */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PROGRAMS = ['openapi-typescript', 'hey-api', 'orval', 'graphql-codegen'];

const folder = mkdtempSync(join(tmpdir(), 'calendar-clients-'));

function run(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  // Their scripts begin with `env node`: the Node.js that runs this file is the right one.
  const path = [here('../node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  return execFileSync(program, [...args], {
    cwd: here('.'),
    env: { ...process.env, ...env, PATH: path },
    encoding: 'utf8',
  });
}

async function save(url: string, name: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  writeFileSync(here(`generated/${name}`), await response.text());
}

function generate(rest: string): void {
  run('openapi-typescript', ['generated/doc.json', '-o', 'generated/openapi-typescript.ts']);
  run('openapi-ts', ['-i', './generated/doc.json', '-o', './generated/hey-api']);
  run('orval', ['--config', './orval.config.cjs'], { REST: rest });
  run('graphql-codegen', ['--config', 'graphql.codegen.yml']);
}

if (!existsSync(here('../node_modules/.bin/esbuild'))) {
  process.stderr.write('installing the generators\n');
  run('npm', ['ci', '--prefix', here('..')]);
}
const service = await startService({ DATA_DIR: join(folder, 'data'), DEMO_DATA: 'true' });
try {
  rmSync(here('generated'), { recursive: true, force: true });
  mkdirSync(here('generated'));
  const rest = `${service.url}${NAMESPACE}`;
  await save(`${rest}/doc`, 'doc.json');
  await save(`${service.url}/schema.graphql`, 'schema.graphql');
  generate(rest);
  run('tsc', ['-p', '.']);
  for (const program of PROGRAMS) {
    const bundle = join(folder, `${program}.mjs`);
    run('esbuild', [
      `programs/${program}.ts`,
      '--bundle',
      '--platform=node',
      '--format=esm',
      '--log-level=error',
      `--outfile=${bundle}`,
    ]);
    process.stdout.write(
      run('node', [bundle], { REST: rest, GRAPHQL: `${service.url}/graphql`, AUTHORIZATION }),
    );
  }
} catch (error) {
  // A compiler prints its problems to its output, not to the error.
  const output = typeof error === 'object' && error !== null && 'stdout' in error ? String(error.stdout) : '';
  process.stderr.write(`${output}\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
