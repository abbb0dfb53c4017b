import type { Contestant } from '../scenarios/scenarios.ts';
import { type Measurement, medianRun } from './measure.ts';

/** What was measured, by scenario and contestant; of each the run in the middle counts. */
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

  /** Requests a second of the quicker one of those that are written by hand. */
  byHand(scenario: string): number | undefined {
    const rates = (['hand-written', 'postgres.js'] as const).flatMap(
      (contestant) => this.perSecond(scenario, contestant) ?? [],
    );
    return rates.length === 0 ? undefined : Math.max(...rates);
  }
}

/** A feed, read right after a write and once more. Times of the client, and of the processor of the service, in milliseconds. */
export interface Feed {
  events: number;
  first: { ms: number; cpuMs: number };
  again: { ms: number; cpuMs: number };
}

/** What else is known of a run. */
export interface Facts {
  events: number;
  seedSeconds: number | undefined;
  startMs: readonly number[];
  /** Resident MB after each mixed run of the service that keeps answers. */
  resident: readonly number[];
  /** p50 in milliseconds with one connection, uncached. */
  alone: ReadonlyMap<string, number>;
  /** The same in a world of 10,000 events; undefined where that is this world. */
  aloneSmall: ReadonlyMap<string, number> | undefined;
  /** p50 in milliseconds of the first answer after a write, by kind. */
  afterWrite: ReadonlyMap<string, number>;
  feed: Feed;
  slowStatements: readonly { ms: number; text: string }[];
}
