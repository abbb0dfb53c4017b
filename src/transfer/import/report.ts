export type Outcome = 'created' | 'changed' | 'unchanged';

export interface RefusedRecord {
  /** Such as `event`; `record` if it cannot be read. */
  readonly kind: string;
  /** Its place in the source, such as `line 12`. */
  readonly at: string;
  /** Title or name; `''` without one. */
  readonly what: string;
  readonly reason: string;
}

/** A record that cannot be imported. The message continues a sentence after its name: `has no title`. */
export class ImportError extends Error {}

/** The whole source cannot be read. The message continues a sentence after its name: `is not JSON`. */
export class SourceError extends Error {
  /** The HTTP status, if a site has responded. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** An invalid value; the record was imported without it. */
export interface OmittedValue {
  /** The kind of the record, such as `organizer`. */
  readonly kind: string;
  /** The GraphQL name of the field. */
  readonly field: string;
  readonly reason: string;
}

export type ReportOmission = (value: OmittedValue) => void;

/** Callbacks for further report entries of a record; they count only if the record is stored. */
export interface ItemReport {
  readonly omit: ReportOmission;
  /** Counts a record that was created for this one, such as its venue. */
  readonly created: (kind: string) => void;
}

/** All values of one field that were omitted for the same reason. */
interface OmittedValues extends OmittedValue {
  count: number;
  /** Place and name of the first record. */
  at: string;
  what: string;
}

/** The result of an import. Its properties are also the JSON output of the command. */
export class Report {
  readonly counts: Record<string, Record<Outcome, number>> = {};
  readonly refused: RefusedRecord[] = [];
  readonly leftOut: OmittedValues[] = [];

  omit({ kind, field, reason, at, what, count }: OmittedValues): void {
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

  add({ counts, refused, leftOut }: Report): void {
    for (const [kind, outcomes] of Object.entries(counts))
      for (const outcome of ['created', 'changed', 'unchanged'] as const)
        this.count(kind, outcome, outcomes[outcome]);
    this.refused.push(...refused);
    for (const values of leftOut) this.omit(values);
  }

  /** The number of processed records, with any outcome. */
  get total(): number {
    return Object.values(this.counts).reduce(
      (sum, one) => sum + one.created + one.changed + one.unchanged,
      this.refused.length,
    );
  }
}
