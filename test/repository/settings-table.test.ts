import { readFile } from 'node:fs/promises';

test('the README has a row for every setting, and for no other', async () => {
  const source = await readFile('src/config.ts', 'utf8');
  const settings = Array.from(source.matchAll(/^ {2}([A-Z_]+): /gm), ([, name]) => name);
  const [, table = ''] = (await readFile('README.md', 'utf8')).split('\n## Configuration\n');
  const rows = Array.from(
    table.split('\n## ', 1)[0]?.matchAll(/^\| (`[^|]+`) \|/gm) ?? [],
    ([, cell]) => cell,
  );
  const named = rows.flatMap((cell = '') => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name));
  expect(settings.length).toBeGreaterThan(40);
  expect(named.toSorted()).toEqual(settings.toSorted());
});
