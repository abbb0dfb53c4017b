import { runCli } from '../../src/app/cli/webhook.commands.ts';
import { checkTarget } from '../../src/domain/webhooks/target.ts';
import { BadValue } from '../../src/lib/errors.ts';

const reason = async (url: string, allowPrivate = false): Promise<string> => {
  try {
    return await checkTarget(url, allowPrivate);
  } catch (error) {
    if (error instanceof BadValue) return error.message;
    throw error;
  }
};

test.each([
  ['hooks.example.org', 'is not an https address'],
  ['ftp://hooks.example.org/', 'is not an https address'],
  ['http://192.0.2.1/', 'does not begin with https; WEBHOOK_PRIVATE=true allows http'],
  ['https://me:secret@192.0.2.1/', 'has a login in it'],
  ['https://192.0.2.1/#here', 'has a fragment (#), which is never sent'],
  [`https://192.0.2.1/${'a'.repeat(2_000)}`, 'has more than 2000 characters'],
  ['https://192.0.2.1:22/', 'has the port 22; below 1024 only 443 is allowed'],
  ['https://192.0.2.1:0/', 'has the port 0; below 1024 only 443 is allowed'],
  ['https://192.0.2.1:70000/', 'is not an https address'],
  ['https://127.0.0.1/', 'leads to the private address 127.0.0.1; WEBHOOK_PRIVATE=true allows that'],
  ['https://10.1.2.3/', 'leads to the private address 10.1.2.3; WEBHOOK_PRIVATE=true allows that'],
  [
    'https://169.254.169.254/',
    'leads to the private address 169.254.169.254; WEBHOOK_PRIVATE=true allows that',
  ],
  ['https://[::1]/', 'leads to the private address ::1; WEBHOOK_PRIVATE=true allows that'],
  [
    'https://[::ffff:127.0.0.1]/',
    'leads to the private address ::ffff:7f00:1; WEBHOOK_PRIVATE=true allows that',
  ],
  ['https://[::127.0.0.1]/', 'leads to the private address ::7f00:1; WEBHOOK_PRIVATE=true allows that'],
  ['https://[::2]/', 'leads to the private address ::2; WEBHOOK_PRIVATE=true allows that'],
  ['https://168.63.129.16/', 'leads to the private address 168.63.129.16; WEBHOOK_PRIVATE=true allows that'],
])('%s is rejected, with the reason', async (url, expected) => {
  expect(await reason(url)).toBe(expected);
});

test('so is a name without an address, or with one of this machine', async () => {
  expect(await reason('https://nowhere.invalid/')).toMatch(
    /^leads nowhere: nowhere\.invalid cannot be resolved/,
  );
  expect(await reason('https://localhost/')).toMatch(/^leads to localhost, which has the private address /);
});

test('an allowed address is normalized by the URL standard', async () => {
  expect(await reason('https://127.0.0.1/a b', true)).toBe('https://127.0.0.1/a%20b');
  expect(await reason('http://127.0.0.1:9/told', true)).toBe('http://127.0.0.1:9/told');
});

test('the command reports the reason, and does not touch the database', async () => {
  const said: string[] = [];
  const code = await runCli(['add', 'https://10.0.0.1/', '--user', 'admin'], {
    log: (line) => said.push(line),
    fail: (line) => said.push(line),
    allowPrivate: false,
    inTransaction: () => Promise.reject(new Error('the database was opened')),
  });
  expect([code, said]).toEqual([
    1,
    ['URL leads to the private address 10.0.0.1; WEBHOOK_PRIVATE=true allows that.'],
  ]);
});
