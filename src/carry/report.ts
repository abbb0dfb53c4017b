/** What became of a record that was brought. */
export type Outcome = 'created' | 'changed' | 'unchanged';

export interface Refusal {
  /** Where it stands in the source, such as `line 12`. */
  at: string;
  what: string;
  reason: string;
}

/** A record, or a part of one, that cannot be brought in. */
export class Refused extends Error {}

/** What is wrong with a source as a whole, said after its name: `is no JSON`. */
export class SourceError extends Error {
  /** That of the answer, where a site has given one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** What an import has done. */
export class Report {
  readonly counts: Record<string, Record<Outcome, number>> = {};
  readonly refused: Refusal[] = [];

  count(kind: string, outcome: Outcome, times = 1): void {
    this.counts[kind] ??= { created: 0, changed: 0, unchanged: 0 };
    this.counts[kind][outcome] += times;
  }

  /** Takes in what another part of the import has done. */
  add({ counts, refused }: Report): void {
    for (const [kind, of] of Object.entries(counts))
      for (const outcome of ['created', 'changed', 'unchanged'] as const)
        this.count(kind, outcome, of[outcome]);
    this.refused.push(...refused);
  }

  /** How many records have been looked at. */
  get total(): number {
    return Object.values(this.counts).reduce(
      (sum, one) => sum + one.created + one.changed + one.unchanged,
      this.refused.length,
    );
  }
}
