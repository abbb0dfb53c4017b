import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { sampled } from './support/sample.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** The service as a process of its own, until it exits; `onReady` is called once it listens. */
function run(
  env: Record<string, string>,
  onReady: (stop: (signal: NodeJS.Signals) => void) => void = () => {},
) {
  const variables = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    ADMIN_PASSWORD: 'abcd EFGH 1234 ijkl MNOP 5678',
    ...env,
  };
  const child = spawn(process.execPath, ['src/main.ts'], { env: variables });
  const output = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    output.out += text;
    if (String(text).includes('Create your first event')) onReady((signal) => child.kill(signal));
  });
  child.stderr.on('data', (text) => {
    output.err += text;
  });
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, ...output })),
  );
}

test('the start prints all addresses, and the process ends on a signal, also on a repeated one', async () => {
  const { code, out } = await run({ PORT: '0' }, (stop) => {
    stop('SIGTERM');
    stop('SIGTERM');
  });
  expect(code).toBe(0);
  expect(out).toMatch(/GraphQL +http:\/\/localhost:\d+\/graphql/);
  expect(out).not.toContain('abcd EFGH 1234 ijkl MNOP 5678');
});

test('one warning names removed settings, and the start continues', async () => {
  const { code, err } = await run({ PORT: '0', WORKERS: '4', BODY_MEMORY: '1GB' }, (stop) => stop('SIGINT'));
  expect(code).toBe(0);
  expect(err.match(/no longer exist/g)).toHaveLength(1);
  expect(err).toMatch(/BODY_MEMORY: .*WORKERS: start several processes with REUSE_PORT=true/);
});

test('a port in use is reported in one clear line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { code, err } = await run({ PORT: String(port), LOG_LEVEL: 'silent' });
  other.close();
  expect([code, err]).toEqual([
    1,
    `Port ${port} on 127.0.0.1 is used by another program. Stop that program, or set PORT to another number.\n`,
  ]);
});

const NAMES: [name: string, env: Record<string, string>][] = [
  ['the login', { ADMIN_USER: 'xolvardiq' }],
  ['the host of BASE_URL', { BASE_URL: 'https://xolvardiq.example' }],
  ['another host', { ALLOWED_HOSTS: 'xolvardiq.example' }],
];

test.each(sampled('names in passwords', NAMES, 1))(
  'ADMIN_PASSWORD is rejected if it is little more than %s',
  async (_name, env) => {
    const { code, err } = await run({ PORT: '0', ADMIN_PASSWORD: 'xolvardiq-kale-47', ...env });
    expect(code).toBe(1);
    expect(err).toContain('ADMIN_PASSWORD is too easy to guess');
  },
);

const FAILURES: [name: string, env: Record<string, string>, message: string][] = [
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' },
    'The database at 127.0.0.1:1/x cannot be reached',
  ],
  [
    'a weak password',
    { ADMIN_PASSWORD: 'calendar-events' },
    'ADMIN_PASSWORD is too easy to guess: it needs at least 12 characters',
  ],
  ['a wrong configuration', { PORT: 'x' }, 'PORT must be a whole number'],
];

test.each(sampled('failures at the start', FAILURES, 1))(
  '%s is a message without stack',
  async (_name, env, message) => {
    const { code, err } = await run({ PORT: '0', ...env });
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(err).not.toContain('    at ');
  },
);
