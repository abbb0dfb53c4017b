import { ESLint } from 'eslint';

/** The number of regular expressions in a line of `src` that lint rejects. */
async function refused(line: string): Promise<number> {
  const [result] = await new ESLint().lintText(`${line}\n`, { filePath: 'src/lib/snippet.ts' });
  expect(result?.fatalErrorCount).toBe(0);
  return result?.errorCount ?? 0;
}

test.each([
  ['backtracks', 'export const isWords = (text: string): boolean => /^(?:\\w+\\s?)*$/.test(text);'],
  ['exchanges characters', 'export const readPair = (text: string) => /^(.+?)\\s+(\\w+)$/.exec(text);'],
  ['restarts at each character', "export const trim = (text: string) => text.replace(/\\s+$/, '');"],
  ['is built from parts', 'const WORD = "\\\\w+"; export const WORDS = new RegExp("^(?:" + WORD + "-?)*$");'],
])('an expression that %s is rejected', async (_what, line) => {
  expect(await refused(line)).toBeGreaterThan(0);
});

test('an expression without overlaps is accepted', async () => {
  expect(await refused("export const trim = (text: string) => text.replace(/(?<!-)-+$/, '');")).toBe(0);
});
