import pg from 'pg';
import { startTestServer } from '../support/service.ts';

test('a change without a log entry is seen after a minute', async () => {
  let now = new Date('2031-03-01T10:00:00Z');
  const server = await startTestServer({ clock: () => now });
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  try {
    const made = await server.request('POST', '/events', {
      title: 'Before',
      start_date: '2031-05-01',
      end_date: '2031-05-01',
    });
    const { id } = await made.json();
    const titles = async (): Promise<unknown[]> => {
      const list = await server.request('GET', `/events?include=${id}&_fields=events.title`, undefined, {});
      const answer = await server.graphql(
        `{ events(filter: { include: [{ databaseId: ${id} }] }) { nodes { title } } }`,
        {},
        {},
      );
      return [await list.json(), answer.data];
    };
    const showing = (title: string): unknown[] => [
      { events: [{ title }] },
      { events: { nodes: [{ title }] } },
    ];
    expect(await titles()).toEqual(showing('Before'));
    // Disabled triggers, as during a restore, log nothing.
    await client.query('alter table event disable trigger user');
    await client.query(`update event set title = 'After' where id = ${id}`);
    now = new Date('2031-03-01T10:00:59Z');
    expect(await titles()).toEqual(showing('Before'));
    now = new Date('2031-03-01T10:01:00Z');
    expect(await titles()).toEqual(showing('After'));
  } finally {
    await client.end();
    await server.stop();
  }
});
