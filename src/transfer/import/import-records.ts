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
import { withValidEmails } from './valid-emails.ts';

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
  const known = new ExternalIdIndex();
  const terms = new TermImporter(operations);
  const records = new RecordImporter(operations, known, terms);
  async function* items(): AsyncGenerator<ImportItem> {
    for await (const one of source) {
      const { kind, at } = one;
      if (one.kind === 'unreadable')
        yield {
          kind: 'record',
          at,
          what: one.what,
          store: () => Promise.reject(new ImportError(one.reason)),
        };
      else if (one.kind === 'category' || one.kind === 'tag')
        yield { kind, at, what: one.input.name.slice(0, LONGEST), store: (part) => terms.store(part, one) };
      else
        yield {
          kind,
          at,
          what: recordName(one).slice(0, LONGEST),
          store: (part, { leaveOut }) => records.store(part, withValidEmails(one, leaveOut)),
        };
    }
  }
  return runImport(
    context,
    {
      begin: async ({ em, db }) => known.load(db, [await ensureCalendarId(em), ...(host ? [host] : [])]),
      items,
      rest: () => records.rest(),
    },
    options,
  );
}
