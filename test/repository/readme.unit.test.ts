import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf, hasPlaceholder, runnable } from '../support/commands.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const README = read('README.md');
const PAGES = globSync('docs/*.md').toSorted();
const INDEX = read('docs/README.md');

test('the README is short', () => {
  expect(README.split('\n').length).toBeLessThanOrEqual(200);
  expect(README.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(1_200);
});

test('the README shows a small picture for light and for dark', () => {
  const pictures = Array.from(README.matchAll(/(?:src|srcset)="([^"]+)"/g), ([, path = '']) => path);
  expect(pictures.map((path) => /light|dark/.exec(path)?.[0]).toSorted()).toEqual(['dark', 'light']);
  for (const path of pictures) expect(statSync(path).size).toBeLessThan(150_000);
});

test('the README has the two commands and five requests', () => {
  const [start, check, ...requests] = commandsOf(README);
  expect([start, check]).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  expect(requests).toHaveLength(5);
  expect(runnable(README)).toEqual(requests);
});

test('the index of docs/ links every page', () => {
  const linked = Array.from(INDEX.matchAll(/\]\(([^)]+\.md)\)/g), ([, path = '']) => join('docs', path));
  expect(PAGES.length).toBeGreaterThan(10);
  expect(PAGES.filter((page) => page !== 'docs/README.md' && !linked.includes(page))).toEqual([]);
});

test('commands for other hosts are marked as such, and no others are', () => {
  const commands = ['README.md', ...PAGES].flatMap((page) => commandsOf(read(page)));
  const others = commands.filter((command) => /\w:\/\/[\w.-]*\.example\./.test(command));
  expect(others.length).toBeGreaterThan(4);
  expect(others.filter((command) => !hasPlaceholder(command))).toEqual([]);
  expect(commands.filter((command) => /localhost/.test(command) && hasPlaceholder(command))).toEqual([]);
});
