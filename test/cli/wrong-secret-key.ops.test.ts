import { execFile } from 'node:child_process';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Commands that need the key of the passwords report another SECRET_KEY in a sentence. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const run = (command: string, args: string[], key: string) =>
  new Promise<{ code: number; err: string }>((resolve) =>
    execFile(
      process.execPath,
      ['--no-warnings', `src/app/cli/${command}.ts`, ...args],
      { env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: database.url, SECRET_KEY: key.repeat(40) } },
      (error, _out, err) => resolve({ code: error ? Number(error.code) : 0, err }),
    ),
  );

test('user and webhook, with an exit code', async () => {
  expect(await run('user', ['add', 'ada', '--role', 'author'], 'a')).toMatchObject({ code: 0 });
  for (const [command, ...args] of [
    ['user', 'list'],
    ['webhook', 'list'],
    ['webhook', 'remove', '1'],
  ]) {
    const { code, err } = await run(command ?? '', args, 'b');
    expect([code, err]).toEqual([1, expect.stringMatching(/^SECRET_KEY is not the one .+\n$/)]);
  }
}, 120_000);
