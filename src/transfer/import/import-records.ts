import type { OperationDeps } from '../../api/feeds/events.ts';
import type { Context } from '../../domain/context/context.ts';
import { ensureCalendarId } from './calendar-id.ts';
import { RecordImporter } from './record-importer.ts';
import { ImportError, type Report } from './report.ts';
import { type ImportItem, type RunOptions, runImport } from './run-import.ts';
import { recordName, type SourceEntry } from './source.ts';

/** A report shows so many characters of a title or name. */
const LONGEST = 100;

type Source = AsyncIterable<SourceEntry> | Iterable<SourceEntry>;

interface ImportRecordsOptions extends RunOptions {
  /**
   * The host of this calendar's public address: global ids with it are ids of this calendar. null without an
   * address, and when the source is another calendar on that host.
   */
  host?: string | null | undefined;
}

/** What is done with one part of a source. */
function itemOf(records: RecordImporter, entry: SourceEntry): ImportItem {
  const { kind, at } = entry;
  if (kind === 'unreadable')
    return {
      kind: 'record',
      at,
      what: entry.what,
      store: () => Promise.reject(new ImportError(entry.reason)),
    };
  return {
    kind,
    at,
    what: recordName(entry).slice(0, LONGEST),
    store: (transaction, report) => records.store(transaction, entry, report),
  };
}

/**
 * Imports the records of a source by the mutations of the API. A record that exists here already is updated,
 * so a second run changes nothing, and a run after an interruption continues (decisions/0096).
 */
export async function importRecords(
  context: Context,
  operations: OperationDeps,
  source: Source,
  { host, ...options }: ImportRecordsOptions,
): Promise<Report> {
  const records = new RecordImporter(operations);
  async function* items(): AsyncGenerator<ImportItem> {
    for await (const entry of source) {
      // Series that have come as single events before stay so.
      const singles = entry.kind === 'unreadable' ? null : records.singlesOf(entry);
      for (const one of singles ?? [entry]) yield itemOf(records, one);
    }
  }
  return runImport(
    context,
    {
      begin: async ({ em, db }) => records.begin(db, [await ensureCalendarId(em), ...(host ? [host] : [])]),
      items,
      deferred: () => records.deferred(),
    },
    options,
  );
}
