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
}

/** One request at a time, in milliseconds: with nothing remembered, and with no answers kept. */
export interface Alone {
  first: number;
  computed: number;
}

/** What else is known of a run. */
export interface Facts {
  events: number;
  seedSeconds: number | undefined;
  startMs: readonly number[];
  /** Resident MB after each mixed run of the service that keeps answers. */
  resident: readonly number[];
  /** p50 in milliseconds with one connection. */
  alone: ReadonlyMap<string, Alone>;
  /** The same in a world of 10,000 events; undefined where that is this world. */
  aloneSmall: ReadonlyMap<string, Alone> | undefined;
  slowStatements: readonly { ms: number; text: string }[];
}
