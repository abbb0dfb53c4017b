import type { Context } from '../../domain/context/context.ts';
import { ensureCalendarId } from './calendar-id.ts';
import { ExternalIdIndex } from './external-ids.ts';
import { recordName } from './find-record.ts';
import type { Operations } from './operations.ts';
import { RecordImporter } from './record-importer.ts';
import { ImportError, type Report } from './report.ts';
import { type ImportItem, type RunOptions, runImport } from './run-import.ts';
import type { SourceEntry } from './source-records.ts';
import { TermImporter } from './term-importer.ts';
import { withValidAddresses } from './valid-addresses.ts';

/** A report shows so many characters of a title or name. */
const LONGEST = 100;

interface ImportRecordsOptions extends RunOptions {
  /**
   * The host of this calendar's public address: global ids with it are ids of this calendar. null without an
   * address, and when the source is another calendar on that host.
   */
  host?: string | null | undefined;
}

/**
 * Imports the records of a source by the mutations of the API. A record that exists here already is updated,
 * so a second run changes nothing, and a run after an interruption continues (decisions/0046).
 */
export async function importRecords(
  context: Context,
  operations: Operations,
  source: AsyncIterable<SourceEntry> | Iterable<SourceEntry>,
  { host, ...options }: ImportRecordsOptions,
): Promise<Report> {
  const index = new ExternalIdIndex();
  const terms = new TermImporter(operations);
  const records = new RecordImporter(operations, index, terms);
  /** Series that have come as single events before stay so. */
  async function* eachBySingles(
    entries: AsyncIterable<SourceEntry> | Iterable<SourceEntry>,
  ): AsyncGenerator<SourceEntry> {
    for await (const entry of entries) {
      const singles = entry.kind === 'event' ? records.singlesOf(entry) : null;
      if (singles) yield* singles;
      else yield entry;
    }
  }
  async function* items(): AsyncGenerator<ImportItem> {
    for await (const entry of eachBySingles(source)) {
      const { kind, at } = entry;
      if (entry.kind === 'unreadable')
        yield {
          kind: 'record',
          at,
          what: entry.what,
          store: () => Promise.reject(new ImportError(entry.reason)),
        };
      else if (entry.kind === 'category' || entry.kind === 'tag')
        yield {
          kind,
          at,
          what: entry.input.name.slice(0, LONGEST),
          store: (transaction) => terms.store(transaction, entry),
        };
      else
        yield {
          kind,
          at,
          what: recordName(entry).slice(0, LONGEST),
          store: (transaction, report) =>
            records.store(transaction, withValidAddresses(entry, report.leaveOut), report),
        };
    }
  }
  return runImport(
    context,
    {
      begin: async ({ em }) => {
        await index.load(em, [await ensureCalendarId(em), ...(host ? [host] : [])]);
        await records.createdLinks.begin(em);
      },
      items,
      deferred: () => records.deferred(),
    },
    options,
  );
}
