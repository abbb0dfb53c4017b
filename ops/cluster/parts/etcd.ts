import { join } from 'node:path';
import type { Stage } from './stage.ts';
import { until } from './wait.ts';

/**
 * Starts a single etcd, because failures of etcd itself are not tested here. Patroni 3.0 must use version 2 of etcd's
 * API: with version 3, a primary that wakes up takes the lock from the newly promoted one.
 */
export async function startEtcd(stage: Stage): Promise<void> {
  const url = `http://127.0.0.1:${stage.port('etcd')}`;
  const peers = `http://127.0.0.1:${stage.port('etcdPeers')}`;
  stage.processes.start('etcd', {
    command: stage.programs.etcd,
    args: [
      '--enable-v2',
      '--name=etcd',
      `--data-dir=${join(stage.folder, 'etcd')}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=etcd=${peers}`,
      // A busy disk must not look like a dead machine.
      '--heartbeat-interval=200',
      '--election-timeout=2000',
    ],
  });
  await until('etcd', 20_000, async () => (await fetch(`${url}/health`)).status === 200);
}
