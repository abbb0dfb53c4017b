import pg from 'pg';
import { file } from '../../../bench/support/service.ts';
import { type Cluster, OWNER } from './cluster.ts';
import type { Machine } from './machine.ts';
import type { Stage } from './stage.ts';
import { until } from './wait.ts';

const local = (port: number): string => `127.0.0.1:${port}`;

/** HAProxy in front of the databases and of the instances. */
export class Balancer {
  readonly #stage: Stage;

  private constructor(stage: Stage) {
    this.#stage = stage;
  }

  /**
   * Starts HAProxy, and a second one that connects to the databases directly rather than through links that can be cut,
   * because links would distort measurements of speed.
   */
  static start(stage: Stage, { machines }: Cluster): Balancer {
    const run = (name: string, primary: number, calendar: number, isNear: boolean): void => {
      const env: Record<string, string> = {
        PRIMARY_BIND: local(primary),
        CALENDAR_BIND: local(calendar),
        CALENDAR1: local(stage.port('instances')),
        CALENDAR2: local(stage.port('instances', 1)),
      };
      machines.forEach(({ links, port }, n) => {
        env[`DATABASE${n + 1}`] = local(isNear ? port : links.database.port);
        env[`REST${n + 1}_PORT`] = String(isNear ? port + 1 : links.rest.port);
      });
      stage.processes.start(name, {
        command: stage.programs.haproxy,
        args: ['-db', '-f', file('deploy/cluster/haproxy.cfg')],
        env,
      });
    };
    run('haproxy', stage.port('primary'), stage.port('calendar'), false);
    run('haproxy-near', stage.port('nearPrimary'), stage.port('nearPrimary', 1), true);
    return new Balancer(stage);
  }

  /** The address of the primary. */
  url(database: string, port = this.#stage.port('primary')): string {
    return `postgres://${OWNER.username}:${OWNER.password}@${local(port)}/${database}`;
  }

  /** Waits until a primary other than `gone` responds. @returns the time, from `performance.now()` */
  async waitForPrimary(database: string, gone?: Machine): Promise<number> {
    return until(
      'a primary behind HAProxy',
      120_000,
      async () => {
        const client = new pg.Client({
          connectionString: this.url(database),
          connectionTimeoutMillis: 1_000,
          query_timeout: 1_000,
        });
        client.on('error', () => {});
        try {
          await client.connect();
          const { rows } = await client.query<{ standby: boolean; port: number }>(
            'select pg_is_in_recovery() as standby, inet_server_port() as port',
          );
          const isPrimary = rows[0]?.standby === false && rows[0].port !== gone?.port;
          return isPrimary ? performance.now() : undefined;
        } finally {
          // Does not wait for a server that does not respond.
          client.end().catch(() => {});
        }
      },
      50,
    );
  }
}
