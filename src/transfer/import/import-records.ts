import type { OperationDeps } from '../../api/feeds/events.ts';
import type { Context, Transaction } from '../../domain/context/context.ts';
import { dryRun } from '../../domain/transactions/dry-run.ts';
import { runInTransaction } from '../../domain/transactions/run-in-transaction.ts';
import { BadValue, isServerError, ServiceError } from '../../lib/errors.ts';
import { errorCode } from '../../lib/object.ts';
import { isOutOfIds, reasonOf } from '../../lib/service-error.ts';
import { ensureCalendarId } from './calendar-id.ts';
import { RecordImporter } from './record-importer.ts';
import { ImportError, type OmittedValue, Report } from './report.ts';
import { recordName, type SourceEntry } from './source.ts';

/** Records per transaction. */
const BATCH_SIZE = 100;
/** Characters of a title or name in a report. */
const MAX_NAME_LENGTH = 100;

export interface RunOptions {
  /** Reports what an import would do, without storing anything. */
  dryRun?: boolean | undefined;
  progress?: ((records: number) => void) | undefined;
  onCommit?: (() => Promise<void>) | undefined;
  /** Called before each record is stored. If it throws, the import ends. */
  beforeRecord?: (() => void) | undefined;
}

interface ImportRecordsOptions extends RunOptions {
  /**
   * The host of this calendar's public address, which identifies its own global ids. null without an address, and if
   * the source is another calendar on that host.
   */
  host?: string | null | undefined;
}

const isRecordError = (error: unknown): error is Error =>
  error instanceof ImportError ||
  error instanceof BadValue ||
  (error instanceof ServiceError && !isServerError(error.status)) ||
  // PostgreSQL refuses the data (classes 22 and 23), such as a slug that a concurrent request has just stored.
  (error instanceof Error && /^2[23]/.test(String(errorCode(error))));

/** The problems of a record, with the GraphQL names of the fields. */
function refusalReason(error: Error): string {
  if (isOutOfIds(error)) return new ServiceError('ids_used_up').message;
  const problems = error instanceof ServiceError ? Object.entries(error.problems ?? {}) : [];
  // Others come from PostgreSQL, with the statement in their message.
  const isOwn = error instanceof ServiceError || error instanceof ImportError || error instanceof BadValue;
  if (problems.length === 0) return isOwn ? error.message : reasonOf(error);
  return problems.map(([name, { message }]) => `${name.replace(/^input\./, '')} ${message}`).join('; ');
}

/** Stores records, each in a savepoint: a refused record is rolled back completely. */
async function storeBatch(
  transaction: Transaction,
  records: RecordImporter,
  batch: readonly SourceEntry[],
  beforeRecord: () => void,
): Promise<Report> {
  const report = new Report();
  for (const entry of batch) {
    beforeRecord();
    const { at } = entry;
    const kind = entry.kind === 'unreadable' ? 'record' : entry.kind;
    const what = entry.kind === 'unreadable' ? entry.what : recordName(entry).slice(0, MAX_NAME_LENGTH);
    let omitted: OmittedValue[] = [];
    let created: string[] = [];
    try {
      const outcome = await runInTransaction(transaction.context, (part) => {
        omitted = [];
        created = [];
        return records.store(part, entry, {
          omit: (value) => omitted.push(value),
          created: (one) => created.push(one),
        });
      });
      if (outcome) report.count(kind, outcome);
      for (const other of created) report.count(other, 'created');
      for (const value of omitted) report.omit({ ...value, at, what, count: 1 });
    } catch (error) {
      if (!isRecordError(error)) throw error;
      report.refused.push({ kind, at, what, reason: refusalReason(error) });
    }
  }
  return report;
}

type Source = AsyncIterable<SourceEntry> | Iterable<SourceEntry>;

/** Splits a source into the records of one transaction each. */
async function* batches(source: Source, records: RecordImporter): AsyncGenerator<SourceEntry[]> {
  let batch: SourceEntry[] = [];
  for await (const entry of source)
    for (const one of records.knownSingleEvents(entry) ?? [entry]) {
      batch.push(one);
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

/** The batches of the source, then those of the records to store again. */
async function* allBatches(source: Source, records: RecordImporter): AsyncGenerator<SourceEntry[]> {
  yield* batches(source, records);
  yield* batches(records.recordsWithLaterParent(), records);
}

/**
 * Imports the records of a source with the API's mutations, one transaction per batch. Updates existing records, so a
 * second run changes nothing, and a run after an interruption continues. Reports refused records with the reason
 * (decisions/0096). No transaction is open while the source produces the next batch, except in a dry run: that is a
 * single transaction, so that later records find earlier ones, and its source should not be slow.
 */
export async function importRecords(
  context: Context,
  operations: OperationDeps,
  source: Source,
  { host, dryRun: isDryRun, progress, onCommit, beforeRecord = () => {} }: ImportRecordsOptions,
): Promise<Report> {
  const report = new Report();
  const records = new RecordImporter(operations);
  const run = async (outside: Context): Promise<void> => {
    await runInTransaction(outside, async (transaction) =>
      records.load(transaction, [await ensureCalendarId(transaction.em), ...(host ? [host] : [])]),
    );
    for await (const batch of allBatches(source, records)) {
      report.add(
        await runInTransaction(outside, (transaction) =>
          storeBatch(transaction, records, batch, beforeRecord),
        ),
      );
      await onCommit?.();
      progress?.(report.total);
    }
  };
  await (isDryRun ? dryRun(context, run) : run(context));
  return report;
}
