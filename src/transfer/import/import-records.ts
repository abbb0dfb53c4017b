import type { OperationDeps } from '../../api/feeds/events.ts';
import type { Context, Transaction } from '../../domain/context/context.ts';
import { runInTransaction } from '../../domain/transactions/run-in-transaction.ts';
import { BadValue, isOurFault, ServiceError } from '../../lib/errors.ts';
import { errorCode } from '../../lib/object.ts';
import { isOutOfIds } from '../../lib/service-error.ts';
import { ensureCalendarId } from './calendar-id.ts';
import { RecordImporter } from './record-importer.ts';
import { ImportError, type LeftOut, Report } from './report.ts';
import { recordName, type SourceEntry } from './source.ts';

/** Records per transaction. */
const BATCH = 100;
/** A report shows so many characters of a title or name. */
const LONGEST = 100;

export interface RunOptions {
  /** Report what would be done, and store nothing. */
  dryRun?: boolean | undefined;
  progress?: ((records: number) => void) | undefined;
  /** Called after each commit. */
  stored?: (() => Promise<void>) | undefined;
}

interface ImportRecordsOptions extends RunOptions {
  /**
   * The host of this calendar's public address: global ids with it are ids of this calendar. null without an
   * address, and when the source is another calendar on that host.
   */
  host?: string | null | undefined;
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
async function storeAll(
  transaction: Transaction,
  records: RecordImporter,
  batch: readonly SourceEntry[],
): Promise<Report> {
  const report = new Report();
  for (const entry of batch) {
    const { at } = entry;
    const kind = entry.kind === 'unreadable' ? 'record' : entry.kind;
    const what = entry.kind === 'unreadable' ? entry.what : recordName(entry).slice(0, LONGEST);
    let leftOut: LeftOut[] = [];
    let created: string[] = [];
    try {
      const outcome = await runInTransaction(transaction.context, (part) => {
        leftOut = [];
        created = [];
        return records.store(part, entry, {
          leaveOut: (value) => leftOut.push(value),
          created: (one) => created.push(one),
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

type Source = AsyncIterable<SourceEntry> | Iterable<SourceEntry>;

/** The records of a source for one transaction each. */
async function* batches(source: Source, records: RecordImporter): AsyncGenerator<SourceEntry[]> {
  let batch: SourceEntry[] = [];
  for await (const entry of source)
    for (const one of records.singlesOf(entry) ?? [entry]) {
      batch.push(one);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

/** Those of the source, and behind them those that are to be stored again. */
async function* allBatches(source: Source, records: RecordImporter): AsyncGenerator<SourceEntry[]> {
  yield* batches(source, records);
  yield* batches(records.later(), records);
}

/** Thrown to roll a dry run back. */
class DryRunRollback extends Error {}

/**
 * Imports the records of a source by the mutations of the API, with one transaction for each batch. A record that exists
 * here already is updated, so a second run changes nothing, and a run after an interruption continues. A record that is
 * refused is reported with the reason (decisions/0096). No transaction is open while the source produces the next batch. A
 * dry run is different: it is a single transaction, so that later records find earlier ones, and its source should not be
 * slow.
 */
export async function importRecords(
  context: Context,
  operations: OperationDeps,
  source: Source,
  { host, dryRun, progress, stored }: ImportRecordsOptions,
): Promise<Report> {
  const report = new Report();
  const records = new RecordImporter(operations);
  const run = async (outside: Context): Promise<void> => {
    await runInTransaction(outside, async ({ em, db }) =>
      records.begin(db, [await ensureCalendarId(em), ...(host ? [host] : [])]),
    );
    for await (const batch of allBatches(source, records)) {
      report.add(await runInTransaction(outside, (transaction) => storeAll(transaction, records, batch)));
      await stored?.();
      progress?.(report.total);
    }
  };
  if (!dryRun) await run(context);
  else
    await runInTransaction(context, async (transaction) => {
      await run(transaction.context);
      throw new DryRunRollback();
    }).catch((error: unknown) => {
      if (!(error instanceof DryRunRollback)) throw error;
    });
  return report;
}
