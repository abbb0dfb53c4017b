import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const START = 'src/start.mjs';
const { engines, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string };
  optionalDependencies: Record<string, string>;
};

/** Runs the start under a Node that reports another version. */
function startAs(version: string): { status: number | null; stderr: string } {
  const versions = `{ ...process.versions, node: '${version}' }`;
  const pretend = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
  // Ends on its own if not refused: the configuration is invalid.
  const env = { PATH: process.env.PATH ?? '', PORT: 'none' };
  return spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, START],
    { env, encoding: 'utf8' },
  );
}

test.each(['12.22.12', '18.20.8', '20.20.2', '22.23.3', '24.21.0', '25.9.0'])(
  'Node %s gets one sentence with the required version',
  (version) => {
    const { status, stderr } = startAs(version);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `^This service needs Node.js 26 or later; this is ${version.replaceAll('.', '\\.')} .*npm ci.*\n$`,
      ),
    );
  },
);

test.each(['26.0.0', '26.10.0', '30.0.0'])('accepts Node %s', (version) => {
  expect(startAs(version).stderr).toContain('PORT must be');
});

test('an old Node can parse the file: the version check precedes imports and avoids new syntax', () => {
  const text = readFileSync(START, 'utf8');
  expect(text).not.toMatch(/^import\s+[\w{*]/m);
  expect(text.slice(0, text.indexOf('process.exit(1)'))).not.toMatch(/\?\?=|\|\|=|&&=|\busing\b|#\w|await/);
});

test('package.json declares the same Node version', () => {
  expect(engines.node).toBe('>=26');
  const nodePackages = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(nodePackages.length).toBeGreaterThan(3);
  for (const [, version] of nodePackages) expect(Number(version.split('.')[0])).toBeGreaterThanOrEqual(26);
});
