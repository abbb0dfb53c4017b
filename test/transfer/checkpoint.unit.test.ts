import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checkpoint } from '../../src/transfer/tec-import/checkpoint.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'checkpoint-')), 'data');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const WHICH = ['calendar', 'editor', 'https://cal.example.org/'];
const file = async (): Promise<string> => join(folder, (await readdir(folder))[0] ?? '');

test('a checkpoint applies to one site, one login and one calendar, until it is cleared', async () => {
  const checkpoint = new Checkpoint(folder, WHICH);
  expect(await checkpoint.page()).toBe(0);
  await checkpoint.save(7);
  expect(await new Checkpoint(folder, WHICH).page()).toBe(7);
  for (const at of WHICH.keys()) expect(await new Checkpoint(folder, WHICH.with(at, 'other')).page()).toBe(0);
  await checkpoint.clear();
  expect(await new Checkpoint(folder, WHICH).page()).toBe(0);
  await checkpoint.clear();
});

test.each(['', '{', 'null', '{"page":"7"}', '{"page":1.5}', '{"page":-3}'])(
  '%j is not a checkpoint',
  async (text) => {
    const checkpoint = new Checkpoint(folder, WHICH);
    await checkpoint.save(7);
    await writeFile(await file(), text);
    expect(await checkpoint.page()).toBe(0);
  },
);

test('after a day a site is read from the beginning', async () => {
  const checkpoint = new Checkpoint(folder, WHICH);
  await checkpoint.save(7);
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(await file(), yesterday, yesterday);
  expect(await checkpoint.page()).toBe(0);
});
