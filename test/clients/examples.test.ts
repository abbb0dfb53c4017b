import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestServer } from '../support/service.ts';
import { passwordOf, startConcerts, USER } from './concerts.ts';
import { copyExample } from './example.ts';

/** The programs of `docs/examples`; the page is in `test/clients/browser`. */
const run = promisify(execFile);

describe('examples', () => {
  let server: TestServer;
  /** Lines that a program writes. */
  const outputOf = async (folder: string): Promise<string[]> => {
    const env = { CALENDAR: server.url, LOGIN: `${USER}:${passwordOf(server)}` };
    return (await run(process.execPath, ['program.mts'], { cwd: folder, env })).stdout.trim().split('\n');
  };

  beforeAll(async () => {
    server = await startConcerts();
  });
  afterAll(() => server.stop());

  test('a client is made from /doc; its program has the right types, and does what it says', async () => {
    using example = copyExample('typed-client');
    const { folder } = example;
    const tool = (path: string, ...args: string[]) =>
      run(process.execPath, [resolve('test/clients/node_modules', path), ...args], { cwd: folder });
    await tool('oazapfts/dist/cli.js', `${server.rest}/doc`, 'calendar.mts');
    await tool('typescript/bin/tsc', '--project', '.');
    expect(await outputOf(folder)).toEqual([
      '12 concerts',
      '20:00:00 Concert 1, $20',
      '20:00:00 Concert 2, $20',
      'event-not-found',
      'Book fair at 2031-05-14 10:00:00, books',
    ]);
    expect((await server.graphql('{ events(search: "Book fair") { total } }')).data).toEqual({
      events: { total: 0 },
    });
  }, 60_000);

  test('urql asks for venues, their events, and what belongs to those', async () => {
    using example = copyExample('graphql');
    expect(await outputOf(example.folder)).toEqual([
      'Blue Cellar, Alderport: 10 events',
      'Concert 1 by Jazz Society (Music)',
      'Concert 2 by Jazz Society (Music)',
    ]);
  });

  test('the configuration for GraphQL Code Generator says what every scalar is', async () => {
    const scalars = /^scalars:\n((?: {2}.*\n)+)/m.exec(readFileSync('docs/examples/README.md', 'utf8'))?.[1];
    const named = [...(scalars ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
    const sdl = await (await fetch(`${server.url}/schema.graphql`)).text();
    expect(named.toSorted()).toEqual([...sdl.matchAll(/^scalar (\w+)/gm)].map(([, name]) => name).toSorted());
    const tried = readFileSync('test/clients/generators/graphql.codegen.yml', 'utf8');
    expect(tried.replaceAll(/^ {6}/gm, '')).toContain(`scalars:\n${scalars}`);
  });
});
