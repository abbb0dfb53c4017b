import type { Binding } from '../../src/api/contract/types.ts';
import { sampled } from '../support/sample.ts';
import { complaint, type HostileWorld, startHostileWorld } from './stored.ts';
import { BAD_VALUES, oddPairs } from './values.data.ts';

/** Every body field of every writing route with hostile values, as JSON, form and multipart. */
let world: HostileWorld;
beforeAll(async () => {
  world = await startHostileWorld();
});
afterAll(() => world.stop());

const PASSING: Record<string, string> = {
  title: 'x',
  venue: 'x',
  organizer: 'x',
  name: 'x',
  start_date: '2031-01-01',
  end_date: '2031-01-02',
};

interface Sent {
  headers: Record<string, string>;
  body: string;
}

const asJson = (body: string): Sent => ({ headers: { 'content-type': 'application/json' }, body });
const asForm = (body: string): Sent => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});
function asMultipart(pairs: [string, string][]): Sent {
  const parts = pairs.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `${parts.join('')}--b--\r\n`,
  };
}

/** The bodies for one field: all on create, beside the required fields; half of them on change. */
function bodies({ bodyParams, status }: Binding, wire: string): Sent[] {
  const others = Object.fromEntries(
    bodyParams
      .filter((param) => status === 201 && param.required && param.wire !== wire)
      .map((param) => [param.wire, PASSING[param.wire] ?? 'x']),
  );
  const json = BAD_VALUES.map((value) => asJson(JSON.stringify({ ...others, [wire]: value })));
  const raw = ['1e400', '-0', '1, "__proto__": {"x": 1}', `"a", "${wire}": "b"`].map((value) =>
    asJson(
      `{${Object.entries(others)
        .map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)},`)
        .join('')}"${wire}": ${value}}`,
    ),
  );
  const many = Array.from({ length: 1100 }, (_, at) => `${wire}[]=${at}`).join('&');
  const form = [...oddPairs(wire), many].map((pair) => asForm(`${new URLSearchParams(others)}&${pair}`));
  const texts = ['', '\0', '🎪', '\'"', '\r\n--b', 'x'.repeat(3000)].map((value) =>
    asMultipart([...Object.entries(others), [wire, value]]),
  );
  return status === 201 ? [...json, ...raw, ...form] : [...json.filter((_, at) => at % 2 === 0), ...texts];
}

async function attack(binding: Binding, path: string, wire: string): Promise<string[]> {
  const [method] = binding.methods;
  const complaints: string[] = [];
  let before = await world.stored();
  for (const { headers, body } of sampled(`${method} ${path} ${wire}`, bodies(binding, wire), 3)) {
    const response = await world.server.request(method ?? 'POST', path, body, {
      ...headers,
      ...world.server.admin,
    });
    const text = await response.text();
    const say = (what: string): void =>
      void complaints.push(`${method} ${path} ${body.slice(0, 200)}: ${what}`);
    const problem = complaint(response.status, text);
    if (problem !== undefined) say(problem);
    const after = await world.stored();
    if (response.status >= 400 && after !== before) say(`${response.status}, but something was stored`);
    before = after;
    if (response.status !== 201) continue;
    await world.server.request('DELETE', `${path}/${JSON.parse(text).id}?force=true`);
    before = await world.stored();
  }
  return complaints;
}

const NOUNS = ['events', 'venues', 'organizers', 'categories', 'tags'];

describe.each(NOUNS)('%s', (noun) => {
  test.each(['create', 'change'])('no body makes a %s fail', async (kind) => {
    const path = kind === 'create' ? `/${noun}` : `/${noun}/{id}`;
    const binding = world.contract.routes
      .find((route) => route.path === path)
      ?.bindings.find(({ methods }) => methods.includes('POST'));
    if (!binding) throw new Error(path);
    const address = path.replace('{id}', String(world.ids[noun]));
    const complaints: string[] = [];
    for (const { wire } of binding.bodyParams) complaints.push(...(await attack(binding, address, wire)));
    expect(complaints).toEqual([]);
  });
});

test('whole bodies may be anything', async () => {
  const before = await world.stored();
  const texts = [
    '',
    ' ',
    'null',
    '[]',
    '"x"',
    '1',
    '{',
    '{"title":',
    '\ufeff{}',
    '{"a":1}x',
    '[[[[',
    `${'['.repeat(100_000)}`,
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    '{"\\ud800": 1}',
    '\0',
  ];
  const types = [
    'application/json',
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'text/plain',
    'application/xml',
    '',
    ';',
    'x'.repeat(2000),
  ];
  const complaints: string[] = [];
  const all = texts.flatMap((body) => types.map((type) => ({ body, type })));
  for (const { body, type } of sampled('whole bodies', all, 3, ({ body }) => body)) {
    const headers = { 'content-type': type, ...world.server.admin };
    const response = await world.server.request('POST', '/events', body, headers);
    const problem =
      complaint(response.status, await response.text()) ?? (response.status < 400 ? 'accepted' : undefined);
    if (problem !== undefined) complaints.push(`${type} ${body.slice(0, 50)}: ${problem}`);
  }
  expect(complaints).toEqual([]);
  expect(await world.stored()).toBe(before);
});
