import type { Context, Transaction } from '../../domain/context/context.ts';
import { runInTransaction } from '../../domain/transactions/run-in-transaction.ts';
import { BadValue, isOurFault, ServiceError } from '../../lib/errors.ts';
import { errorCode } from '../../lib/object.ts';
import { isOutOfIds } from '../../lib/service-error.ts';
import { ImportError, type LeftOut, type Outcome, Report } from './report.ts';

/** Records per transaction. */
const BATCH = 100;

export type LeaveOut = (value: LeftOut) => void;

/** Takes what the report says of a record besides its outcome; it counts once the record is stored. */
export interface ItemReport {
  /** Reports a value without which the record is stored. */
  readonly leaveOut: LeaveOut;
  /** Counts a record that was created for this one, such as its venue. */
  readonly created: (kind: string) => void;
}

/** What an import does with one record of its source. */
export interface ImportItem {
  readonly kind: string;
  /** Where it stands in the source, such as `line 12`. */
  readonly at: string;
  /** Its title, name or login. */
  readonly what: string;
  /**
   * Stores the record. It may run again when its transaction is retried, so it changes its own state last.
   * @param report takes what the report says of the record besides
   * @returns what the report counts; null if the record has been counted already
   * @throws ImportError, BadValue, ServiceError
   */
  store(part: Transaction, report: ItemReport): Promise<Outcome | null>;
}

/** An import. `begin` runs before the first record. */
interface ImportJob {
  begin?(transaction: Transaction): Promise<void>;
  items(): AsyncIterable<ImportItem>;
  /** Work that can only be done once all records are stored, such as links to later ones. */
  deferred?(): Iterable<ImportItem>;
}

export interface RunOptions {
  /** Report what would be done, and store nothing. */
  dryRun?: boolean | undefined;
  progress?: ((records: number) => void) | undefined;
  /** Called after each commit. */
  stored?: (() => Promise<void>) | undefined;
}

const isRecordError = (error: unknown): error is Error =>
  error instanceof ImportError ||
  error instanceof BadValue ||
  (error instanceof ServiceError && !isOurFault(error.status)) ||
  // PostgreSQL refuses the data (classes 22 and 23), such as a slug that somebody else has just taken.
  (error instanceof Error && /^2[23]/.test(String(errorCode(error))));

/** What is wrong with a record; fields have their GraphQL names. */
function refusalReason(error: Error): string {
  if (isOutOfIds(error)) return new ServiceError('ids_used_up').message;
  const problems = error instanceof ServiceError ? Object.entries(error.problems ?? {}) : [];
  if (problems.length === 0) return error.message;
  return problems.map(([name, { message }]) => `${name.replace(/^input\./, '')} ${message}`).join('; ');
}

/** Stores records, each behind a savepoint: one that is refused leaves nothing behind. */
async function storeAll(transaction: Transaction, items: readonly ImportItem[]): Promise<Report> {
  const report = new Report();
  for (const item of items) {
    const { kind, at, what } = item;
    let leftOut: LeftOut[] = [];
    let created: string[] = [];
    try {
      const outcome = await runInTransaction(transaction.context, (part) => {
        leftOut = [];
        created = [];
        return item.store(part, {
          leaveOut: (value) => leftOut.push(value),
          created: (kind) => created.push(kind),
        });
      });
      if (outcome) report.count(kind, outcome);
      for (const other of created) report.count(other, 'created');
      for (const value of leftOut) report.leaveOut({ ...value, at, what, count: 1 });
    } catch (error) {
      if (!isRecordError(error)) throw error;
      report.refused.push({ kind, at, what, reason: refusalReason(error) });
    }
  }
  return report;
}

/** Groups items for one transaction each. */
async function* batches(
  items: AsyncIterable<ImportItem> | Iterable<ImportItem>,
): AsyncGenerator<ImportItem[]> {
  let batch: ImportItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* allBatches(job: ImportJob): AsyncGenerator<ImportItem[]> {
  yield* batches(job.items());
  if (job.deferred) yield* batches(job.deferred());
}

/** Thrown to roll a dry run back. */
class DryRunRollback extends Error {}

/** Runs a job in one transaction, and rolls it back. */
async function dryRun(context: Context, job: ImportJob, options: RunOptions): Promise<Report> {
  const report = new Report();
  const all = runInTransaction(context, async (transaction) => {
    await job.begin?.(transaction);
    for await (const batch of allBatches(job)) {
      report.add(await storeAll(transaction, batch));
      options.progress?.(report.total);
    }
    throw new DryRunRollback();
  });
  await all.catch((error: unknown) => {
    if (!(error instanceof DryRunRollback)) throw error;
  });
  return report;
}

/**
 * Runs an import, with one transaction for each batch of records. A record that is refused is reported with
 * the reason. No transaction is open while the source produces the next batch. A dry run is different: it is
 * a single transaction, so that later records find earlier ones, and its source should not be slow.
 */
export async function runImport(context: Context, job: ImportJob, options: RunOptions): Promise<Report> {
  if (options.dryRun) return dryRun(context, job, options);
  const report = new Report();
  await runInTransaction(context, async (transaction) => job.begin?.(transaction));
  for await (const batch of allBatches(job)) {
    report.add(await runInTransaction(context, (transaction) => storeAll(transaction, batch)));
    await options.stored?.();
    options.progress?.(report.total);
  }
  return report;
}
