import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '../support/service.ts';
import { kindsOfPages } from './kinds-of-pages.ts';

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

  test('the checker finds problems in a faulty page', () => {
    const wrong = '<!doctype html><html lang="en"><title>x</title><p id=a><p id=a><h1>x</h1><h3>y</h3>';
    expect(messages(new Map([['wrong', wrong]]))).toHaveLength(3);
  });
});
