import { readFileSync } from 'node:fs';
import { loadConfig } from '../../src/app/config.ts';

/** docs/configuration.md names every setting with its default. */
const settings = Array.from(
  readFileSync('src/app/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): /gm),
  ([, name = '']) => name,
);
const page = readFileSync('docs/configuration.md', 'utf8');
const codes = (cell: string): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
/** Names of a row, and the defaults in its second cell. */
const rows = Array.from(
  page.matchAll(/^\| (`[^|]+) \|([^|]*)\|/gm),
  ([, names = '', defaults = '']) => [codes(names), codes(defaults)] as const,
);

test('every setting has a row, and every row a setting', () => {
  expect(settings.length).toBeGreaterThan(30);
  expect(rows.flatMap(([names]) => names).toSorted()).toEqual(settings.toSorted());
});

/** Not values of the variable, or not with the embedded database. */
const OTHERWISE = ['ALLOWED_HOSTS', 'DATABASE_LISTEN_URL', 'SECRET_KEY'];
const defaults = rows
  .flatMap(([names, values]) => names.map((name, at) => [name, values[at] ?? ''] as const))
  .filter(([name, value]) => value !== '' && !OTHERWISE.includes(name));

test.each(defaults)('%s=%s changes nothing', (name, value) => {
  expect(loadConfig({ [name]: value })).toEqual(loadConfig({}));
});

test('the page documents defaults', () => expect(defaults.length).toBeGreaterThan(15));
