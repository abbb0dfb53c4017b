import { type Receiver, startReceiver } from '../../bench/support/receiver.ts';
import { runCli } from '../../src/app/cli/webhook.commands.ts';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { inTransaction } from '../../src/platform/postgres/orm.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { isRecord, recordsIn } from '../support/words.ts';

/** A service that may send to this machine. */
export const PRIVATE = { WEBHOOK_PRIVATE: 'true' };
const KEYS = new PasswordKeys(undefined);
const receivers: Receiver[] = [];

export let server: TestServer;
/** The offset of the service's clock, in milliseconds. */
let ahead = 0;
/** Advances the clock of the service; receivers reject messages that are more than five minutes off. */
export function moveAhead(seconds: number): void {
  ahead += seconds * 1_000;
}

/** Provides a service for each test of a file, and closes the receivers of the test. */
export function withService(env: Record<string, string> = PRIVATE): void {
  beforeEach(async () => {
    ahead = 0;
    server = await startTestServer({ env, clock: () => new Date(Date.now() + ahead) });
  });
  afterEach(async () => {
    await server.stop();
    for (const one of receivers.splice(0)) await one.close();
  });
}

/** Runs `npm run webhook --` with these arguments. */
export async function command(...argv: string[]): Promise<{ code: number; text: string; wrong: string }> {
  const output = { text: '', wrong: '' };
  const code = await runCli(argv, {
    log: (line) => (output.text += line),
    fail: (line) => (output.wrong += line),
    allowPrivate: true,
    inTransaction: (work) => inTransaction(server.orm.em.fork(), (em) => work(em, KEYS)),
  });
  return { code, ...output };
}

/** A receiver without a webhook yet. */
export async function listening(delayMs = 0): Promise<Receiver> {
  const receiver = await startReceiver(delayMs);
  receivers.push(receiver);
  return receiver;
}

/** A receiver with its webhook. @param types as on the command line */
export async function subscribed(types = '*', user = 'admin'): Promise<Receiver & { id: number }> {
  const receiver = await listening();
  const words = ['add', receiver.url, '--user', user, '--types', types, '--json'];
  const { code, text, wrong } = await command(...words);
  if (code !== 0) throw new Error(wrong);
  const { id, secret } = JSON.parse(text);
  receiver.secret = secret;
  return Object.assign(receiver, { id });
}

/** @returns the id in the response */
export async function send(method: string, path: string, body?: object): Promise<number> {
  const response = await server.request(method, path, body);
  const text: unknown = await response.json();
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(text)}`);
  return isRecord(text) ? Number(text.id) : 0;
}

const DAY = { start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00' };
export const event = (title: string, more: object = {}): Promise<number> =>
  send('POST', '/events', { title, ...DAY, ...more });

export const types = ({ received }: Receiver): string[] => received.map(({ type }) => type);

/** Waits for this many messages. */
export async function count(receiver: Receiver, n: number): Promise<void> {
  try {
    await eventually(`${n} messages`, () => receiver.received.length >= n);
  } catch (error) {
    const messages = await execute('select * from webhook_message order by number');
    throw new Error(`${String(error)}; there are ${types(receiver).join()}; ${JSON.stringify(messages)}`);
  }
}

/** Waits until all stored changes are queued for webhooks. */
export const allNoted = (and = 'true'): Promise<unknown> =>
  eventually('everything is noted', async () => {
    const rows = await execute(`select from change_state
      where not exists (select from change where xid >= pg_snapshot_xmax(told::pg_snapshot))
        and not exists (select from change where xid = any(array(select pg_snapshot_xip(told::pg_snapshot))))
        and told is not null and ${and}`);
    return rows.length === 1;
  });
/** The same, and until no message is pending: no further message follows. */
export const allDone = (): Promise<unknown> =>
  allNoted(`not exists (select from webhook_message where state = 'pending')`);

/** Waits until this many messages have a failed attempt that is recorded. */
export const attempted = (n = 1): Promise<unknown> =>
  eventually('the failure is noted', async () => {
    const tried = await execute(`select from webhook_message where state = 'pending' and attempts > 0
      and locked_utc is null`);
    return tried.length >= n;
  });
/** Makes all retries due now. @param more further changes of the messages, as SQL */
export const hurry = (more = ''): Promise<unknown> =>
  execute(`update webhook_message set due_utc = '2000-01-01' ${more} where state = 'pending'`);

export const addUser = (login: string, role: string): Promise<unknown> =>
  server.graphql(`mutation { createUser(input: { login: "${login}", role: ${role} }) { user { id } } }`);

export async function execute(statement: string): Promise<Record<string, unknown>[]> {
  return recordsIn(await server.orm.em.getConnection().execute(statement));
}
