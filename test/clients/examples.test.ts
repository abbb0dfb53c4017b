import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestServer } from '../support/service.ts';
import { passwordOf, startConcerts, USER } from './concerts.ts';
import { copyExample } from './example.ts';

/** The programs of `docs/examples`; the page is in `test/clients/browser`. */
const run = promisify(execFile);

describe('examples', () => {
  let server: TestServer;
  /** Runs a script of a folder with Node. @returns the lines that it writes */
  const node = async (folder: string, script: string, ...args: string[]): Promise<string[]> => {
    const env = { CALENDAR: server.url, LOGIN: `${USER}:${passwordOf(server)}` };
    return (await run(process.execPath, [script, ...args], { cwd: folder, env })).stdout.trim().split('\n');
  };
  /** Runs a tool of test/clients. */
  const tool = (folder: string, path: string, ...args: string[]): Promise<string[]> =>
    node(folder, resolve('test/clients/node_modules', path), ...args);

  beforeAll(async () => {
    server = await startConcerts();
  });
  afterAll(() => server.stop());

  test('a client is made from /doc; its program has the right types, and does what it says', async () => {
    using example = copyExample('typed-client');
    const { folder } = example;
    await tool(folder, 'oazapfts/dist/cli.js', `${server.rest}/doc`, 'calendar.mts');
    await tool(folder, 'typescript/bin/tsc', '--project', '.');
    expect(await node(folder, 'program.mts')).toEqual([
      '12 concerts',
      '20:00:00 Concert 1, $20',
      '20:00:00 Concert 2, $20',
      'event-not-found',
      'Book fair at 2031-05-14 10:00:00, books',
    ]);
    expect((await server.graphql('{ events(search: "Book fair") { total } }')).data).toEqual({
      events: { total: 0 },
    });
  });

  /** Types of the client preset, with which the program is compiled before it runs. */
  const typedByPreset = async (folder: string): Promise<string[]> => {
    await tool(folder, '@graphql-codegen/cli/cjs/bin.js', '--config', 'codegen.yml');
    await tool(folder, 'typescript/bin/tsc', '--project', '.');
    return node(folder, 'program.ts');
  };

  test('urql makes one list of the pages of what is on at a venue', async () => {
    using example = copyExample('urql');
    expect(await typedByPreset(example.folder)).toEqual([
      'Blue Cellar, Alderport: 4 events so far',
      'Concert 4 at 20:00 by Jazz Society (Music)',
      'Blue Cellar, Alderport: 8 events so far',
      'Concert 8 at 20:00 by Jazz Society (Music)',
      'Blue Cellar, Alderport: 10 events so far',
      'Concert 10 at 20:00 by Jazz Society (Music)',
    ]);
  });

  test('Apollo Client makes one list of pages, and finds a record again by its nodeId', async () => {
    using example = copyExample('apollo');
    expect(await typedByPreset(example.folder)).toEqual([
      '5 concerts, and more',
      '10 concerts, and more',
      '12 concerts',
      'Concert 12 at 20:00, still to come',
      '/event/concert-12/',
    ]);
  });

  test('Relay compiles fragments and a connection of a node, and reads it forth and back', async () => {
    using example = copyExample('relay');
    const { folder } = example;
    writeFileSync(join(folder, 'schema.graphql'), await (await fetch(`${server.url}/schema.graphql`)).text());
    await tool(folder, 'relay-compiler/cli.js');
    await tool(folder, 'typescript/bin/tsc', '--project', '.');
    const options = ['--bundle', '--platform=node', '--format=esm', '--outfile=program.mjs'];
    await tool(folder, 'esbuild/bin/esbuild', 'program.ts', ...options);
    const concerts = Array.from({ length: 10 }, (_, at) => `Concert ${at + 1} at 20:00`).join(', ');
    expect(await node(folder, 'program.mjs')).toEqual([
      'Blue Cellar, forth: 5 events',
      'Blue Cellar, forth: 10 events',
      concerts,
      'Blue Cellar, back: 5 events',
      'Blue Cellar, back: 10 events',
      concerts,
    ]);
  });

  test('Relay refuses to compile what the schema does not have', async () => {
    using example = copyExample('relay');
    const { folder } = example;
    const sdl = await (await fetch(`${server.url}/schema.graphql`)).text();
    writeFileSync(join(folder, 'schema.graphql'), sdl.replaceAll('hasNextPage', 'hasMorePages'));
    await expect(tool(folder, 'relay-compiler/cli.js')).rejects.toThrow('hasNextPage');
  });

  test('the configurations for GraphQL Code Generator and Relay say what every scalar is', async () => {
    const scalars = /^scalars:\n((?: {2}.*\n)+)/m.exec(readFileSync('docs/examples/README.md', 'utf8'))?.[1];
    const named = [...(scalars ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
    const sdl = await (await fetch(`${server.url}/schema.graphql`)).text();
    expect(named.toSorted()).toEqual([...sdl.matchAll(/^scalar (\w+)/gm)].map(([, name]) => name).toSorted());
    for (const path of ['test/clients/generators/graphql', 'docs/examples/urql/', 'docs/examples/apollo/']) {
      const tried = readFileSync(path.endsWith('/') ? `${path}codegen.yml` : `${path}.codegen.yml`, 'utf8');
      expect(tried.replaceAll(/^ {6}/gm, '')).toContain(`scalars:\n${scalars}`);
    }
    const { customScalarTypes } = JSON.parse(readFileSync('docs/examples/relay/relay.config.json', 'utf8'));
    expect(Object.keys(customScalarTypes).toSorted()).toEqual(named.toSorted());
  });
});
