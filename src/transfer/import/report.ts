/** What happened to a record of the source. */
export type Outcome = 'created' | 'changed' | 'unchanged';

export interface RefusedRecord {
  /** Kind of the record, such as `event`; `record` for what cannot be read. */
  readonly kind: string;
  /** Where it stands in the source, such as `line 12`. */
  readonly at: string;
  /** Title or name; `''` without one. */
  readonly what: string;
  readonly reason: string;
}

/** A record that cannot be imported. The message is the reason, said after its name: `has no title`. */
export class ImportError extends Error {}

/** The whole source cannot be read. The message is said after its name: `is not JSON`. */
export class SourceError extends Error {
  /** The HTTP status, if a site has answered. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** A value that cannot be imported, of a record that was imported without it. */
export interface LeftOut {
  /** Kind of the record, such as `organizer`. */
  readonly kind: string;
  /** GraphQL name of the field. */
  readonly field: string;
  readonly reason: string;
}

export type LeaveOut = (value: LeftOut) => void;

/** Takes what the report says of a record besides its outcome; it counts once the record is stored. */
export interface ItemReport {
  /** Reports a value without which the record is stored. */
  readonly leaveOut: LeaveOut;
  /** Counts a record that was created for this one, such as its venue. */
  readonly created: (kind: string) => void;
}

/** All values of one field that were left out for the same reason. */
interface LeftOutOften extends LeftOut {
  count: number;
  /** The first record: where it stands in the source, and its title or name. */
  at: string;
  what: string;
}

/** What an import has done. */
export class Report {
  readonly counts: Record<string, Record<Outcome, number>> = {};
  readonly refused: RefusedRecord[] = [];
  readonly leftOut: LeftOutOften[] = [];

  leaveOut({ kind, field, reason, at, what, count }: LeftOutOften): void {
    const same = this.leftOut.find(
      (omission) => omission.kind === kind && omission.field === field && omission.reason === reason,
    );
    if (same) same.count += count;
    else this.leftOut.push({ kind, field, reason, count, at, what });
  }

  count(kind: string, outcome: Outcome, times = 1): void {
    this.counts[kind] ??= { created: 0, changed: 0, unchanged: 0 };
    this.counts[kind][outcome] += times;
  }

  /** Adds what the report of a batch says. */
  add({ counts, refused, leftOut }: Report): void {
    for (const [kind, outcomes] of Object.entries(counts))
      for (const outcome of ['created', 'changed', 'unchanged'] as const)
        this.count(kind, outcome, outcomes[outcome]);
    this.refused.push(...refused);
    for (const values of leftOut) this.leaveOut(values);
  }

  /** How many records have been handled, whatever became of them. */
  get total(): number {
    return Object.values(this.counts).reduce(
      (sum, one) => sum + one.created + one.changed + one.unchanged,
      this.refused.length,
    );
  }
}
