import { runMain } from '../../src/app/cli/console.ts';
import { serviceError } from '../../src/lib/service-error.ts';

const full = Object.assign(new Error('could not extend file: No space left\n - hint: Check'), {
  code: '53100',
});

test('commands report a full disk in a sentence, with an exit code', async () => {
  const { error } = console;
  const before = process.exitCode;
  const said: unknown[] = [];
  console.error = (line) => void said.push(line);
  try {
    await runMain(() => Promise.reject(full));
    expect([process.exitCode, said]).toEqual([
      1,
      ['The database cannot be used: could not extend file: No space left.'],
    ]);
  } finally {
    process.exitCode = before;
    console.error = error;
  }
});

test('a full disk of the database is reported as such, not as an outage', () => {
  const reported: unknown[] = [];
  const error = serviceError(new Error('wrapped', { cause: full }), (one) => reported.push(one));
  expect([error.status, error.message]).toEqual([
    503,
    'The database cannot store anything at the moment: its disk is full.',
  ]);
  expect(reported).toHaveLength(1);
});
