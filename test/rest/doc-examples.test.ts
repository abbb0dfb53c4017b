import { startTestServer, type TestServer } from '../support/service.ts';

type Node = Record<string, unknown>;

let server: TestServer;
let document: Node;

beforeAll(async () => {
  server = await startTestServer({ env: { DEMO_DATA: 'true' } });
  document = (await (await server.request('GET', '/doc')).json()) as Node;
});
afterAll(() => server.stop());

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a value in the document, through references. */
function at(node: unknown, ...path: string[]): unknown {
  const [key, ...rest] = path;
  const target =
    isNode(node) && typeof node.$ref === 'string' ? at(document, ...node.$ref.slice(2).split('/')) : node;
  if (key === undefined) return target;
  return isNode(target) ? at(target[key], ...rest) : undefined;
}

const exampleOf = (content: unknown): unknown => {
  const [example] = Object.values(Object(at(content, 'application/json', 'examples')));
  return at(example, 'value');
};

const send = async (
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Node }> => {
  const response = await server.request(method, path, body);
  return { status: response.status, body: (await response.json()) as Node };
};

/** The record for a path with a variable: the newest of the demo calendar. */
async function targetOf(path: string): Promise<string> {
  const list = path.split('/')[1] ?? '';
  const { body } = await send('GET', `/${list}?per_page=1`);
  const [record] = body[list] as { id: number; slug: string }[];
  return path.replace('{id}', String(record?.id)).replace('{slug}', record?.slug ?? '');
}

test('the demo calendar accepts every example of the document, and responds like the example', async () => {
  const tried: string[] = [];
  for (const [path, operations] of Object.entries(Object(document.paths))) {
    for (const [method, operation] of Object.entries(Object(operations))) {
      const example = exampleOf(at(operation, 'requestBody', 'content'));
      if (example === undefined) continue;
      const { status, body } = await send(method.toUpperCase(), await targetOf(path), example);
      expect([method, path, status, status < 300 ? '' : body]).toEqual([
        method,
        path,
        path.includes('{') ? 200 : 201,
        '',
      ]);
      const shown = exampleOf(at(operation, 'responses', String(status), 'content'));
      // Venues and organizers omit empty keys.
      expect(Object.keys(Object(shown))).toEqual(
        expect.arrayContaining(Object.keys(body).filter((key) => key !== 'json_ld')),
      );
      for (const [key, value] of Object.entries(Object(example)))
        if (typeof value === 'string' && !/date/.test(key)) expect(body[key]).toBe(value);
      tried.push(`${method} ${path}`);
    }
  }
  expect(tried).toHaveLength(5 + 3 * 8);
});

test('the example responses show prices as the service returns them', async () => {
  const create = at(document.paths, '/events', 'post');
  const { body } = await send('POST', '/events', exampleOf(at(create, 'requestBody', 'content')));
  const shown = Object(exampleOf(at(create, 'responses', '201', 'content')));
  expect([body.cost, body.cost_details, body.timezone_abbr]).toEqual([
    shown.cost,
    shown.cost_details,
    shown.timezone_abbr,
  ]);
});

test('one version number: on the developer page, in the document, and in the package', async () => {
  const { default: manifest } = (await import('../../package.json', { with: { type: 'json' } })) as {
    default: { version: string };
  };
  const page = await (await fetch(`${server.url}/api`)).text();
  expect(page).toContain('<dt>API revision</dt><dd>B</dd>');
  expect(page).toContain(`<dt>Version</dt><dd>${manifest.version}</dd>`);
  expect(at(document, 'info', 'version')).toBe(manifest.version);
});
