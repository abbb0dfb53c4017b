import type { Balancer } from '../parts/balancer.ts';
import type { Cluster } from '../parts/cluster.ts';
import type { Stage } from '../parts/stage.ts';
import type { Outcome } from '../verdict.ts';

/** What every scenario finds when it begins: three machines in their places, and HAProxy before them. */
export interface Scene {
  stage: Stage;
  cluster: Cluster;
  balancer: Balancer;
}

export interface Scenario {
  /** Its name in the table. */
  title: string;
  run(scene: Scene): Promise<Omit<Outcome, 'name'>>;
}
