import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '../support/service.ts';
import { DESK_LOGIN, kindsOfDeskPages, kindsOfPages } from './kinds-of-pages.ts';

/** Checks all pages with the Nu Html Checker of the W3C's validator, which needs Java. */
const hasJava = spawnSync('java', ['-version']).status === 0;
if (!hasJava) console.info('There is no Java: the HTML of pages was not checked.');
const withJava = hasJava ? describe : describe.skip;
const CHECKER: string = String(createRequire(import.meta.url)('vnu-jar'));

interface Message {
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
}

withJava('by the Nu Html Checker', () => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'markup-'));
    server = await startTestServer({
      env: { DEMO_DATA: 'true', SITE_NAME: 'Town & Country', SITE_DESCRIPTION: 'Events & "more"' },
      clock: () => new Date('2031-03-14T12:00:00Z'),
    });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Problems of documents, including warnings, by name. */
  function messages(documents: ReadonlyMap<string, string>): string[] {
    const names = [...documents.keys()];
    const files = names.map((name, at) => {
      const file = join(folder, `${at}.html`);
      writeFileSync(file, documents.get(name) ?? '');
      return file;
    });
    const { stdout, stderr } = spawnSync(
      'java',
      ['-jar', CHECKER, '--format', 'json', '--stdout', '--exit-zero-always', ...files],
      { encoding: 'utf8' },
    );
    if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
    const found: { messages: Message[] } = JSON.parse(stdout);
    return found.messages.map(({ url, message, extract = '' }) => {
      const at = /(\d+)\.html$/.exec(url)?.[1];
      return `${names[Number(at)]}: ${message} ${extract}`;
    });
  }

  test('the checker reports no problem on any page', async () => {
    const documents = new Map<string, string>();
    for (const path of [...(await kindsOfPages(server)), '/docs', '/graphql']) {
      const answer = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      expect([path, answer.headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8']);
      documents.set(path, await answer.text());
    }
    expect(documents.size).toBeGreaterThan(30);
    expect(messages(documents)).toEqual([]);
  });

  test('the checker reports no problem on any page of the desk', async () => {
    const site = { 'sec-fetch-site': 'same-origin' };
    const post = (path: string, fields: Record<string, string>, headers = {}): Promise<Response> =>
      fetch(server.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...site, ...headers },
        body: new URLSearchParams(fields),
      });
    const [cookie = ''] = (await post('/desk/sign-in', DESK_LOGIN)).headers.getSetCookie();
    const session = { accept: 'text/html', cookie: cookie.split(';')[0] ?? '' };
    const documents = new Map<string, string>();
    const add = async (name: string, answer: Response): Promise<void> => {
      expect([name, answer.headers.get('content-type')]).toEqual([name, 'text/html; charset=utf-8']);
      documents.set(name, await answer.text());
    };
    for (const path of await kindsOfDeskPages(server))
      await add(path, await fetch(server.url + path, { headers: session }));
    await add('sign-in', await post('/desk/sign-in', { login: 'x', password: '<y>' }));
    await add('ended', await post('/desk/events/new', { title: '<A> "b"', categories: '1' }));
    const event = { title: '<A>', date: '2031-05-01', time: '10:00', endTime: '11:00', repeat: 'WEEKLY' };
    for (const button of ['save', 'dates', 'preview'])
      await add(
        button,
        await post('/desk/events/new', { ...event, do: button, count: 'x', ends: 'count' }, session),
      );
    await add(
      'preview',
      await post('/desk/events/new', { ...event, do: 'preview', repeat: 'none' }, session),
    );
    await add('password', await post('/desk/account/passwords', { purpose: 'A & B' }, session));
    await add('person', await post('/desk/people/new', { login: '1', role: 'EDITOR' }, session));
    expect(messages(documents)).toEqual([]);
  });

  test('the checker finds problems in a faulty page', () => {
    const wrong = '<!doctype html><html lang="en"><title>x</title><p id=a><p id=a><h1>x</h1><h3>y</h3>';
    expect(messages(new Map([['wrong', wrong]]))).toHaveLength(3);
  });
});
