import { ESLint } from 'eslint';

/** How many regular expressions of a line of `src` lint refuses. */
async function refused(line: string): Promise<number> {
  const [result] = await new ESLint().lintText(`${line}\n`, { filePath: 'src/lib/snippet.ts' });
  expect(result?.fatalErrorCount).toBe(0);
  return result?.errorCount ?? 0;
}

test.each([
  ['backtracks', 'export const isWords = (text: string): boolean => /^(?:\\w+\\s?)*$/.test(text);'],
  ['exchanges characters', 'export const readPair = (text: string) => /^(.+?)\\s+(\\w+)$/.exec(text);'],
  ['begins anew at each character', "export const trim = (text: string) => text.replace(/\\s+$/, '');"],
  ['is put together', 'const WORD = "\\\\w+"; export const WORDS = new RegExp("^(?:" + WORD + "-?)*$");'],
])('an expression that %s is refused', async (_what, line) => {
  expect(await refused(line)).toBeGreaterThan(0);
});

test('one without overlaps is not', async () => {
  expect(await refused("export const trim = (text: string) => text.replace(/(?<!-)-+$/, '');")).toBe(0);
});
