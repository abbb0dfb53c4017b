import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Exported by several files, for the reason given. */
const SHARED: Readonly<Record<string, string>> = {
  STORED: 'what a resource stores, in `<noun>.stored.ts` of each',
  resource: 'what a resource brings, under its own name in `resources.ts`',
};

const EXPORT = /^export (?:abstract )?(?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !/^src\/generated\//.test(path));
const exported = files.flatMap((path) =>
  Array.from(readFileSync(path, 'utf8').matchAll(EXPORT), ([, name = '']) => ({ name, path })),
);

test('an exported name is declared once, so that it has one meaning', () => {
  const places = Map.groupBy(exported, ({ name }) => name);
  expect(places.size).toBeGreaterThan(700);
  const several = [...places].filter(([name, all]) => all.length > 1 && !(name in SHARED));
  expect(several.map(([name, all]) => [name, ...all.map(({ path }) => path)])).toEqual([]);
});
