import { loadConfig } from '../../src/app/config.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

const NOW = new Date('2031-03-14T15:09:26Z');
let server: TestServer;
beforeAll(async () => {
  const env = {
    BASE_URL: 'https://cal.example.net',
    SECURITY_CONTACT: 'security@example.net, https://example.net/report',
  };
  server = await startTestServer({ env, clock: () => NOW });
});
afterAll(() => server.stop());

const CATALOG = '/.well-known/api-catalog';

interface Links {
  anchor: string;
  [relation: string]: unknown;
}

/** All addresses in a value, at any depth. */
const hrefs = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => (name === 'href' ? [String(inner)] : hrefs(inner)));

test('the API catalog has each API with its description, and every address in it responds', async () => {
  const response = await fetch(server.url + CATALOG);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  );
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const { linkset }: { linkset: Links[] } = await response.json();
  expect(linkset.map(({ anchor }) => anchor)).toEqual([
    `https://cal.example.net${CATALOG}`,
    'https://cal.example.net/calendar/events/v1/',
    'https://cal.example.net/graphql',
  ]);
  const addresses = hrefs(linkset);
  expect(addresses).toContain('https://cal.example.net/feeds/events.ics');
  for (const address of addresses) {
    const path = address.replace('https://cal.example.net', '');
    const headers = { accept: '*/*' };
    const { status } = path.endsWith('/graphql')
      ? await server.send('GET', `${path}?query={__typename}`, undefined, headers)
      : await server.send('GET', path, undefined, headers);
    expect([address, status]).toEqual([address, 200]);
  }
});

test('HEAD of the catalog has its link', async () => {
  const response = await fetch(server.url + CATALOG, { method: 'HEAD' });
  expect([response.status, response.headers.get('link')]).toEqual([
    200,
    `<https://cal.example.net${CATALOG}>; rel="api-catalog"`,
  ]);
});

test('security.txt names the contacts, and is valid for less than a year', async () => {
  const response = await fetch(`${server.url}/.well-known/security.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(`Contact: mailto:security@example.net
Contact: https://example.net/report
Expires: 2031-09-10T00:00:00.000Z
Canonical: https://cal.example.net/.well-known/security.txt
`);
});

test('without a contact there is no security.txt', async () => {
  const other = await startTestServer({ database: server.database });
  try {
    expect((await fetch(`${other.url}/.well-known/security.txt`)).status).toBe(404);
    expect((await fetch(other.url + CATALOG)).status).toBe(200);
  } finally {
    await other.stop();
  }
});

test.each(['nobody', 'http://example.net/report', 'a@b.example\nExpires: never', 'mailto:', 'https:// x'])(
  'a start with the contact %j fails',
  (contact) => {
    expect(() => loadConfig({ SECURITY_CONTACT: contact })).toThrow(/SECURITY_CONTACT must be a comma/);
  },
);
