import { eventually } from '../support/eventually.ts';
import { startPrimary } from '../support/replicas.ts';
import { startTestServer } from '../support/service.ts';

/** Another server takes over: the service finds it by itself. */
const NOTHING = async (): Promise<void> => {};
const event = (title: string): object => ({
  title,
  start_date: '2031-05-01 10:00',
  end_date: '2031-05-01 12:00',
});

test('a primary that takes no writes any more is left, with 503 by both faces, and taken again', async () => {
  const primary = await startPrimary();
  const server = await startTestServer({
    database: { url: primary.url, drop: NOTHING },
    env: { DATABASE_POOL_SIZE: '1' },
  });
  const turn = async (writes: 'on' | 'off'): Promise<void> => {
    const readOnly = writes === 'on' ? 'off' : 'on';
    await primary.query(`alter system set default_transaction_read_only = ${readOnly}`);
    await primary.query('select pg_reload_conf()');
  };
  const write = () => server.request('POST', '/events', event('Fair'));
  const mutation = 'mutation { createVenue(input: { venue: "Hall" }) { id } }';
  try {
    expect((await write()).status).toBe(201);
    await turn('off');
    await eventually('it refuses', async () => (await write()).status === 503);
    const refused = await write();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const graphql = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...server.admin, 'content-type': 'application/json' },
      body: JSON.stringify({ query: mutation }),
    });
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '5']);
    // The connection was closed, and nobody can say how old the answers of this server will be.
    expect((await fetch(`${server.rest}/venues?search=new`)).status).toBe(503);
    await turn('on');
    await eventually('it is taken again', async () => (await write()).status === 201);
    expect((await fetch(`${server.rest}/venues?search=newer`)).status).toBe(200);
  } finally {
    await server.stop();
    await primary.stop();
  }
}, 60_000);
