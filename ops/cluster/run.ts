import { once } from 'node:events';
import { Balancer } from './parts/balancer.ts';
import { Cluster } from './parts/cluster.ts';
import { startProxy } from './parts/proxy.ts';
import { openStage, type Stage } from './parts/stage.ts';
import { scenarios } from './scenarios/index.ts';
import type { Scene } from './scenarios/scenario.ts';
import type { Outcome } from './verdict.ts';

interface RunOptions {
  names: readonly string[];
  firstPort: number;
  /** Whether to retain the folder with the logs. */
  keep: boolean;
  say(line: string): void;
  /** Aborts the run and ends all processes. */
  signal: AbortSignal;
}

async function runOne(scene: Scene, name: string): Promise<Outcome> {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  const { say } = scene.stage;
  const started = performance.now();
  say(`${name}: ${scenario.title}`);
  try {
    const outcome = { name: scenario.title, ...(await scenario.run(scene)) };
    const failed = outcome.checks.filter(({ met }) => met === false);
    for (const { what, actual } of failed) say(`  not met: ${what}: ${actual}`);
    say(`  ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    return outcome;
  } catch (error) {
    const actual = error instanceof Error ? error.message : String(error);
    say(`  ${actual}`);
    return {
      name: scenario.title,
      checks: [{ what: 'completed', wanted: 'yes', actual, met: false }],
      notes: [],
    };
  }
}

async function onStage(stage: Stage, { names, signal }: RunOptions): Promise<Outcome[]> {
  stage.say('starting etcd, three PostgreSQL machines with Patroni, HAProxy and nginx');
  const cluster = await Cluster.open(stage);
  await cluster.create('calendar');
  const balancer = Balancer.start(stage, cluster);
  const nginx = await startProxy(stage);
  await balancer.waitForPrimary('calendar');
  const outcomes: Outcome[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    await cluster.waitUntilWhole();
    outcomes.push(await runOne({ stage, cluster, balancer, nginx }, name));
  }
  return outcomes;
}

/**
 * Runs scenarios one after the other on one cluster.
 * @throws NotInstalled, or the reason of the signal
 */
export async function runScenarios(options: RunOptions): Promise<Outcome[]> {
  const { firstPort, keep, say, signal } = options;
  const stage = await openStage(firstPort, { keep, say });
  const aborted = once(signal, 'abort').then(() => signal.throwIfAborted());
  try {
    const running = onStage(stage, options);
    // A shutdown makes the running scenario fail; that error is ignored.
    running.catch(() => {});
    await Promise.race([running, aborted]);
    return await running;
  } finally {
    say('ending all processes');
    await stage.close();
  }
}
