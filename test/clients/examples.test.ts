import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTestServer, type TestServer } from '../support/service.ts';
import { passwordOf } from './concerts.ts';
import { copyExample } from './example.ts';

/** The programs of `docs/examples` on the demo calendar; `test/clients/browser` tests the page. */
const run = promisify(execFile);
const README = readFileSync('docs/examples/README.md', 'utf8');

/** The commands for an example in the README. */
function commandsFor(name: string): string {
  const section = README.split('\n## ').find((text) => text.split('\n', 1)[0]?.includes(`](${name}/`));
  const commands = /```sh\n(.*?)```/s.exec(section ?? '')?.[1];
  if (!commands) throw new Error(`docs/examples/README.md has no commands for ${name}`);
  return commands;
}

/** Packages come from test/clients. */
const INSTALLED = 'npm() { :; }\n';

describe('examples', () => {
  let server: TestServer;

  /** Runs a program in a folder, with the Node.js of the service first on the path. @returns its output */
  const execute = async (folder: string, program: string, ...args: string[]): Promise<string> => {
    const env = {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      CALENDAR: server.url,
      npm_config_offline: 'true',
    };
    return (await run(program, args, { cwd: folder, env })).stdout;
  };
  /** Runs a tool of test/clients. */
  const tool = (folder: string, path: string, ...args: string[]): Promise<string> =>
    execute(folder, process.execPath, resolve('test/clients/node_modules', path), ...args);
  /** Runs the printed commands of an example, except for the address and the password; checks its types. */
  const follow = async (name: string): Promise<string> => {
    using example = copyExample(name);
    const { folder } = example;
    const commands = commandsFor(name)
      .replaceAll('http://localhost:3000', server.url)
      .replaceAll('PASSWORD', passwordOf(server));
    const output = await execute(folder, 'sh', '-ec', INSTALLED + commands);
    await tool(folder, 'typescript/bin/tsc', '--project', '.');
    return output;
  };
  /** The first field of the result of an anonymous query. */
  const ask = async (query: string) =>
    Object(Object.values((await server.graphql(query, {}, {})).data ?? {})[0]);

  /** The number of records of a list after each of its pages. */
  const growth = (total: number, size: number): number[] => {
    expect(total).toBeGreaterThan(size);
    return Array.from({ length: Math.ceil(total / size) }, (_, page) => Math.min(total, (page + 1) * size));
  };

  beforeAll(async () => {
    server = await startTestServer({
      env: { DEMO_DATA: 'true' },
      clock: () => new Date('2031-03-14T12:00:00Z'),
    });
  });
  afterAll(() => server.stop());

  test('the packages to install are those of test/clients', () => {
    const { dependencies } = JSON.parse(readFileSync('test/clients/package.json', 'utf8'));
    const lines = [...README.matchAll(/npm install ([^&#`\n]+)/g)].map(([, names = '']) => names);
    const names = lines.flatMap((line) => line.trim().split(/\s+/)).filter((name) => !name.startsWith('--'));
    expect(names).not.toEqual([]);
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(names));
  });

  test('a client is generated from /doc; its program has the right types, and works', async () => {
    const answer = await server.request('GET', '/events?categories=music&per_page=2', undefined, {});
    const { total, events } = await answer.json();
    expect(events).toHaveLength(2);
    expect(await follow('typed-client')).toContain(
      [
        `${total} concerts`,
        ...events.map((event: Record<'start_date' | 'title' | 'cost', string>) => {
          return `${event.start_date.slice(11)} ${event.title}, ${event.cost}`;
        }),
        'event-not-found',
        'Book fair at 2031-05-14 10:00:00, books',
      ].join('\n'),
    );
    expect(await ask('{ events(filter: { search: "Book fair" }) { totalCount } }')).toEqual({
      totalCount: 0,
    });
  });

  test("urql merges the pages of a venue's events into one list", async () => {
    const { name, city, events } =
      await ask(`{ venue(by: { slug: "the-lantern-room" }) { name city events(first: 50) {
      nodes { title startsAt organizers { name } categories { parent { name } } }
    } } }`);
    const lines = growth(events.nodes.length, 4).flatMap((count) => {
      const { title, startsAt, organizers, categories } = events.nodes[count - 1];
      const by = `${organizers[0].name} (${categories[0].parent.name})`;
      return [`${name}, ${city}: ${count} events so far`, `${title} at ${startsAt.slice(11, 16)} by ${by}`];
    });
    expect(await follow('urql')).toContain(lines.join('\n'));
  });

  test('Apollo Client merges pages into one list, and finds a cached record by its id', async () => {
    const { nodes } = await ask(
      '{ events(filter: { categories: [{ slug: "music" }] }, first: 50) { nodes { title slug localStart } } }',
    );
    const { title, slug, localStart } = nodes.at(-1);
    const counts = growth(nodes.length, 5).map(
      (count) => `${count} concerts${count < nodes.length ? ', and more' : ''}`,
    );
    const last = `${title} at ${localStart.slice(11, 16)}, still to come`;
    expect(await follow('apollo')).toContain([...counts, last, `/event/${slug}/`].join('\n'));
  });

  test('Relay compiles fragments and a connection of a node, and reads it forth and back', async () => {
    const { name, events } = await ask(
      '{ venue(by: { slug: "the-lantern-room" }) { name events(first: 50) { nodes { title startsAt } } } }',
    );
    const titles = events.nodes.map(
      ({ title, startsAt }: Record<'title' | 'startsAt', string>) => `${title} at ${startsAt.slice(11, 16)}`,
    );
    const lines = ['forth', 'back'].flatMap((way) => [
      ...growth(titles.length, 5).map((count) => `${name}, ${way}: ${count} events`),
      titles.join(', '),
    ]);
    expect(await follow('relay')).toContain(lines.join('\n'));
  });

  test('Relay refuses to compile what the schema does not have', async () => {
    using example = copyExample('relay');
    const { folder } = example;
    const sdl = await (await fetch(`${server.url}/schema.graphql`)).text();
    writeFileSync(join(folder, 'schema.graphql'), sdl.replaceAll('hasNextPage', 'hasMorePages'));
    await expect(tool(folder, 'relay-compiler/cli.js')).rejects.toThrow('hasNextPage');
  });

  test('the configurations for GraphQL Code Generator and Relay map every scalar', async () => {
    const scalars = /^scalars:\n((?: {2}.*\n)+)/m.exec(README)?.[1];
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
