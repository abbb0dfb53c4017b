import { replicas as states } from '../../src/platform/postgres/monitoring.ts';
import { eventually } from '../support/eventually.ts';
import { startPrimary } from '../support/replicas.ts';
import { startTestServer } from '../support/service.ts';
import { subscribe } from './support.ts';

const ALL = 'subscription { recordChanged(kinds: [EVENT]) { type record { ... on Event { title } } } }';

test('what is told is what is stored, though a replica shows less', async () => {
  const primary = await startPrimary();
  await primary.query(`alter role calendar set synchronous_commit = 'local'`);
  await primary.query('grant pg_read_all_stats to calendar');
  const replica = await primary.replica();
  // Nothing is cached: each message reads.
  const server = await startTestServer({
    realLimits: true,
    database: { url: primary.url, drop: async () => {} },
    env: { DATABASE_REPLICA_URLS: replica.url, MEMORY: 'off', RESPONSE_CACHE: 'off' },
  });
  const listening = await subscribe(server.url, ALL);
  const titles = (): unknown[] =>
    listening.messages.map(({ data }) => Object(Object(data?.recordChanged).record).title);
  try {
    const event = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
    const { id } = Object(await (await server.request('POST', '/events', event)).json());
    await listening.count(1);
    for (let round = 1; round <= 3; round++) {
      await replica.resumeReplay();
      await replica.caughtUp();
      await eventually('the replica is read from', async () => {
        await server.request('GET', '/events?per_page=1', undefined, {});
        return [...states].some(({ isCurrent }) => isCurrent);
      });
      await replica.pauseReplay();
      await server.request('PATCH', `/events/${id}`, { title: `Fair ${round}` });
      await listening.count(1 + round);
    }
    expect(titles()).toEqual(['Fair', 'Fair 1', 'Fair 2', 'Fair 3']);
    expect(listening.end).toBeUndefined();
  } finally {
    listening.close();
    await server.stop();
    await primary.stop();
  }
});
