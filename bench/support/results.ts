import type { Contestant } from '../scenarios/scenarios.ts';
import { type Measurement, medianRun } from './measure.ts';

/** Measurements by scenario and contestant; the median run counts. */
export class Results {
  readonly #runs = new Map<string, Map<Contestant, Measurement[]>>();

  add(scenario: string, contestant: Contestant, run: Measurement): void {
    const row = this.#runs.get(scenario) ?? new Map<Contestant, Measurement[]>();
    this.#runs.set(scenario, row.set(contestant, [...(row.get(contestant) ?? []), run]));
  }

  get scenarios(): string[] {
    return [...this.#runs.keys()];
  }

  of(scenario: string, contestant: Contestant): Measurement | undefined {
    const runs = this.#runs.get(scenario)?.get(contestant);
    return runs && medianRun(runs);
  }

  perSecond(scenario: string, contestant: Contestant): number | undefined {
    return this.of(scenario, contestant)?.perSecond;
  }

  /** Requests per second of the faster one of the hand-written peers. */
  handWritten(scenario: string): number | undefined {
    const rates = (['hand-written', 'postgres.js'] as const).flatMap(
      (contestant) => this.perSecond(scenario, contestant) ?? [],
    );
    return rates.length === 0 ? undefined : Math.max(...rates);
  }
}

/**
 * A feed, read right after a write and again: time at the client, and processor time of the service, in milliseconds.
 */
export interface Feed {
  events: number;
  first: { ms: number; cpuMs: number };
  again: { ms: number; cpuMs: number };
}

/** Other results of a run. */
export interface Facts {
  events: number;
  seedSeconds: number | undefined;
  startMs: readonly number[];
  /** Resident MB of the service with its cache, after each mixed run. */
  resident: readonly number[];
  /** p50 in milliseconds with one connection, uncached. */
  latencies: ReadonlyMap<string, number>;
  /** The same with 10,000 events; undefined if this run has 10,000 events or fewer. */
  smallWorldLatencies: ReadonlyMap<string, number> | undefined;
  /** p50 in milliseconds of the first response after a write, by kind of list. */
  afterWrite: ReadonlyMap<string, number>;
  feed: Feed;
  slowStatements: readonly { ms: number; text: string }[];
}
