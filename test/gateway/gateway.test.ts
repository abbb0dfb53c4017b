import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
let gateway: ReturnType<typeof spawn>;
let url: string;

const ids: Record<'venue' | 'shown' | 'hidden', number> = { venue: 0, shown: 0, hidden: 0 };
const make = async (path: string, fields: object): Promise<number> => {
  const response = await server.request('POST', path, fields);
  return Number(Object(await response.json()).id);
};

beforeAll(async () => {
  server = await startTestServer({ env: { FEDERATION: 'on' } });
  ids.venue = await make('/venues', { venue: 'Barn', city: 'Alderport' });
  const day = { start_date: 'tomorrow 8pm', end_date: 'tomorrow 10pm' };
  ids.shown = await make('/events', { title: 'Jazz', ...day, venue: ids.venue });
  ids.hidden = await make('/events', { title: 'Draft', ...day, status: 'draft' });
  gateway = spawn(process.execPath, [join(import.meta.dirname, 'gateway.mjs'), `${server.url}/graphql`], {
    env: {
      ...process.env,
      VENUE: String(ids.venue),
      SHOWN: String(ids.shown),
      HIDDEN: String(ids.hidden),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!gateway.stdout) throw new Error('the gateway has no output');
  const [line] = await once(createInterface(gateway.stdout), 'line');
  url = String(line);
});
afterAll(async () => {
  // It would wait for connections that nobody closes.
  gateway?.kill('SIGKILL');
  await server?.stop();
});

const ask = async (query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return response.json();
};

const REVIEWED =
  '{ reviews { text event { stars title venues { name city } } venue { name } user { login } } }';

test('what a subgraph beside it refers to is read from the service', async () => {
  const { data } = await ask(REVIEWED);
  expect(data.reviews[0]).toMatchObject({
    text: 'Great.',
    event: { stars: 5, title: 'Jazz', venues: [{ name: 'Barn', city: 'Alderport' }] },
    venue: { name: 'Barn' },
  });
});

test('what the caller may not read is like what does not exist, and the login that the gateway passes on counts', async () => {
  const hidden = async (headers: Record<string, string>) => {
    const { data } = await ask('{ reviews { text event { title } } }', headers);
    return data.reviews.slice(1);
  };
  const [secret, gone] = await hidden({});
  expect(secret.event?.title ?? null).toBeNull();
  expect(secret.event).toEqual(gone.event);
  const [seen, missing] = await hidden(server.admin);
  expect(seen.event).toEqual({ title: 'Draft' });
  expect(missing.event?.title ?? null).toBeNull();
});

test('lists of the service have what the subgraph beside it adds', async () => {
  expect(await ask('{ events { nodes { title stars } } }')).toEqual({
    data: { events: { nodes: [{ title: 'Jazz', stars: 5 }] } },
  });
});
