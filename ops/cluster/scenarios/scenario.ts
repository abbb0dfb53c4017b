import type { Nginx } from '../../../bench/support/nginx.ts';
import type { Balancer } from '../parts/balancer.ts';
import type { Cluster } from '../parts/cluster.ts';
import type { Stage } from '../parts/stage.ts';
import type { Outcome } from '../verdict.ts';

/** The environment of a scenario: a running cluster, HAProxy in front of it, and nginx in front of the instances. */
export interface Scene {
  stage: Stage;
  cluster: Cluster;
  balancer: Balancer;
  nginx: Nginx;
}

export interface Scenario {
  /** Its name in the table. */
  title: string;
  run(scene: Scene): Promise<Omit<Outcome, 'name'>>;
}
