import type { Context } from '../../domain/context/context.ts';

/** An uploaded file. */
export interface ImportFile {
  readonly name: string;
  readonly content: Uint8Array;
  /** Of dates with slashes in a table; without it, ambiguous ones are refused. */
  readonly dateFormat?: DateFormat | undefined;
}

export const DATE_FORMATS = ['DD/MM/YYYY', 'MM/DD/YYYY'] as const;
type DateFormat = (typeof DATE_FORMATS)[number];

/** The effect of an import or of its preview. Reasons are English sentences of the service. */
export interface ImportReport {
  /** By kind of record, such as `event`. */
  readonly counts: Readonly<Record<string, Readonly<Record<'created' | 'changed' | 'unchanged', number>>>>;
  readonly refused: readonly {
    readonly kind: string;
    readonly at: string;
    readonly what: string;
    readonly reason: string;
  }[];
  readonly leftOut: readonly {
    readonly kind: string;
    readonly field: string;
    readonly count: number;
    readonly at: string;
    readonly reason: string;
  }[];
  /** The recurring series in the file. */
  readonly series: number;
  /** About the whole file, such as its ignored columns. */
  readonly notes: readonly string[];
}

interface ImportPreview extends ImportReport {
  /** Identifies the file of the preview. */
  readonly key: string;
}

/** The reason why a whole file cannot be imported. */
export type ImportFailureReason = 'format' | 'binary' | 'unreadable' | 'no-columns' | 'too-many' | 'too-slow';

/** A file that cannot be imported. The message is for `unreadable`, and continues a sentence after the file name. */
export class ImportFailure extends Error {
  readonly reason: ImportFailureReason;

  constructor(reason: ImportFailureReason, message = '') {
    super(message);
    this.reason = reason;
  }
}

/** Imports files with the rights of the caller. */
export interface FileImporter {
  /** The columns of events in a table. */
  readonly columns: readonly string[];
  /**
   * Stores the file for an hour, in place of an earlier one of the user, and reports what its import would do.
   * @throws ImportFailure; ServiceError rest_forbidden, too_many_requests 429, service_unavailable 503
   */
  preview(context: Context, file: ImportFile): Promise<ImportPreview>;
  /**
   * Imports the file of a preview.
   * @param key of the preview
   * @param dateFormat of the preview
   * @returns null if the file is no longer stored
   * @throws as preview; records imported before a failure stay
   */
  run(context: Context, key: string, dateFormat?: DateFormat): Promise<ImportReport | null>;
  /** Deletes the stored file of the user, if there is one. */
  discard(context: Context): Promise<void>;
}
