import { rename, symlink } from 'node:fs/promises';
import { replicas } from '../../src/platform/postgres/monitoring.ts';
import { eventually } from '../support/eventually.ts';
import { startPrimary, together } from '../support/replicas.ts';
import { startTestServer } from '../support/service.ts';

const socketOf = (url: string): string => {
  const { hostname, port } = new URL(url);
  return `${decodeURIComponent(hostname)}/.s.PGSQL.${port}`;
};

test('a replica that follows the new primary is read from again, with what that has stored', async () => {
  const primary = await startPrimary();
  await primary.query(`alter role calendar set synchronous_commit = 'local'`);
  await primary.query('grant pg_read_all_stats to calendar');
  const heir = await primary.replica();
  const replica = await primary.replica();
  const server = await startTestServer({
    database: { url: together(primary.url, heir.url), drop: async () => {} },
    realLimits: true,
    env: { DATABASE_REPLICA_URLS: replica.url },
  });
  const event = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  const isCurrent = (): boolean => [...replicas].some((one) => one.isCurrent);
  try {
    await eventually('the replica is read from', isCurrent);
    await primary.freeze();
    await heir.promote();
    // Where the replica looks for its primary, the heir answers now.
    const [slot] = await replica.query<{ name: string }>(
      `select setting as name from pg_settings where name = 'primary_slot_name'`,
    );
    await heir.query(`select pg_create_physical_replication_slot('${slot?.name}')`);
    await rename(socketOf(primary.url), `${socketOf(primary.url)}.left`);
    await symlink(socketOf(heir.url), socketOf(primary.url));
    const [receiver] = await replica.query<{ pid: number }>('select pid from pg_stat_wal_receiver');
    if (receiver) process.kill(receiver.pid, 'SIGTERM');
    const store = async () => (await server.request('POST', '/events', event)).status === 201;
    await eventually('the new primary stores', store);
    const again = async (): Promise<boolean> => isCurrent() || ((await store()) && false);
    await eventually('the replica is read from again', again);
  } finally {
    primary.thaw();
    await server.stop();
    await primary.stop();
  }
});
