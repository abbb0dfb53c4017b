import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  type FileImporter,
  ImportFailure,
  type ImportFile,
  type ImportReport,
} from '../../api/desk/importer.ts';
import type { OperationDeps } from '../../api/feeds/events.ts';
import type { Schemas } from '../../api/graphql/schema.ts';
import { assertMayCreate } from '../../domain/access/policy.ts';
import type { Context } from '../../domain/context/context.ts';
import { deleteUpload, storedUpload, storeUpload } from '../../domain/uploads/uploads.ts';
import { ServiceError } from '../../lib/errors.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { UserLimit } from '../../lib/user-limit.ts';
import { csvColumnsOf } from '../csv/columns.ts';
import { MissingColumn } from '../csv/headings.ts';
import { importRecords } from '../import/import-records.ts';
import { operationsOf } from '../import/operations.ts';
import { ImportError, SourceError } from '../import/report.ts';
import type { SourceEntry, SourceRecord } from '../import/source.ts';
import { WorkTime } from '../import/time-limit.ts';
import { type FileFormat, formatOfName } from './format.ts';
import { fileSource } from './import-file.ts';

const MAX_BYTES = 5_000_000;
const MAX_NAME_LENGTH = 200;
/** Bytes that are decoded and read at once: other requests wait meanwhile. */
const CHUNK_BYTES = 64_000;
/** Entries that are read at once. */
const TURN = 20;

export interface ImportLimits {
  readonly maxRecords: number;
  /** A preview is one transaction: other writes of the same names wait for it. In milliseconds. */
  readonly previewMs: number;
  readonly runMs: number;
  /** Reading one entry, and all of them. */
  readonly pieceMs: number;
  readonly readMs: number;
}

const LIMITS: ImportLimits = {
  maxRecords: 2_000,
  previewMs: 15_000,
  runMs: 60_000,
  pieceMs: 500,
  readMs: 10_000,
};

/** Imports per process, previews included. */
const MAX_IMPORTS = 2;

/** UTF-16 by its mark, UTF-8 if it is valid, otherwise Windows-1252, which old programs write. */
function encodingOf(content: Uint8Array): string {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le';
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Decodes a file in pieces; other requests run between these. @throws ImportFailure for a file that is not text */
async function* textOf(content: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(content));
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    await setImmediate();
    const text = decoder.decode(content.subarray(at, at + CHUNK_BYTES), { stream: true });
    if (text.includes('\0')) throw new ImportFailure('binary');
    yield text;
  }
  yield decoder.decode();
}

/** @throws ImportFailure */
function formatOf({ name, content }: ImportFile): FileFormat {
  const start = new TextDecoder().decode(content.subarray(0, 100));
  const format = /^\s*BEGIN:VCALENDAR/i.test(start) ? 'ics' : formatOfName(name);
  if (format === undefined) throw new ImportFailure(start.includes('\0') ? 'binary' : 'format');
  return format;
}

/** The record with a status if it is new: published, or pending if the caller may not publish. */
const submitted = (record: SourceRecord): SourceRecord => ({
  ...record,
  onCreate: { status: 'publish', ...record.onCreate },
  asSingleEvents: record.asSingleEvents && (() => record.asSingleEvents?.().map(submitted) ?? []),
});

const keyOf = ({ content }: ImportFile): string => hash('sha256', content, 'hex').slice(0, 32);

interface ImporterOptions {
  /** The host of this calendar's public address. */
  readonly host: string | null;
  readonly limits?: Partial<ImportLimits>;
}

/** Imports uploaded files with the rights of their users. */
export function createFileImporter(schemas: Schemas, options: ImporterOptions): FileImporter {
  const operations = operationsOf(schemas);
  const slots = new Semaphore(MAX_IMPORTS, { maxQueue: 0 });
  const users = new UserLimit(1, 'An import of this user is still running.');
  /** @throws ServiceError too_many_requests 429, service_unavailable 503 */
  const limited = <T>({ caller }: Context, work: () => Promise<T>): Promise<T> =>
    users.run(caller.id, () => slots.run(work));
  const importing = (context: Context, file: ImportFile, dryRun: boolean): Promise<ImportReport> =>
    importUpload(context, operations, file, { ...options, dryRun });
  return {
    columns: csvColumnsOf(schemas.contract).event.map(({ field }) => field),
    async preview(context, { name, content, dateFormat }) {
      assertMayCreate(context.caller);
      if (content.length > MAX_BYTES) throw new ServiceError('payload_too_large');
      const file = {
        name: name
          .replace(/\p{Cc}/gu, '')
          .slice(0, MAX_NAME_LENGTH)
          .toWellFormed(),
        content,
        dateFormat,
      };
      return limited(context, async () => {
        const report = await importing(context, file, true);
        await storeUpload(context, file);
        return { ...report, key: keyOf(file) };
      });
    },
    async run(context, key, dateFormat) {
      assertMayCreate(context.caller);
      return limited(context, async () => {
        const file = await storedUpload(context);
        if (file === null || keyOf(file) !== key) return null;
        const report = await importing(context, { ...file, dateFormat }, false);
        await deleteUpload(context);
        return report;
      });
    },
    discard: (context) => deleteUpload(context),
  };
}

/** Imports a file with limits. @throws ImportFailure */
async function importUpload(
  context: Context,
  operations: OperationDeps,
  file: ImportFile,
  { host, dryRun, limits }: ImporterOptions & { dryRun: boolean },
): Promise<ImportReport> {
  const { maxRecords, previewMs, runMs, pieceMs, readMs } = { ...LIMITS, ...limits };
  const end = performance.now() + (dryRun ? previewMs : runMs);
  let records = 0;
  const assertMayContinue = (count: number): void => {
    context.signal?.throwIfAborted();
    if (count > maxRecords) throw new ImportFailure('too-many');
    if (performance.now() > end) throw new ImportFailure('too-slow');
  };
  const notes: string[] = [];
  const workTime = new WorkTime({ pieceMs, totalMs: readMs });
  try {
    const source = await fileSource(context, operations, {
      format: formatOf(file),
      content: textOf(file.content),
      workTime,
      table: { dateFormat: file.dateFormat },
      log: (note) => notes.push(note),
    });
    // Everything is read first, so that no transaction waits for it.
    const entries: SourceEntry[] = [];
    for await (const entry of source) {
      entries.push(entry.kind === 'unreadable' ? entry : submitted(entry));
      assertMayContinue(entries.length);
      if (entries.length % TURN === 0) await setImmediate();
    }
    const beforeRecord = (): void => assertMayContinue(++records);
    const report = await importRecords(context, operations, entries, { host, dryRun, beforeRecord });
    const series = entries.filter((entry) => entry.kind === 'event' && entry.body.recurrence).length;
    const { counts, refused, leftOut } = report;
    return { counts, refused, leftOut, series, notes };
  } catch (error) {
    if (error instanceof MissingColumn) throw new ImportFailure('no-columns');
    if (error instanceof ImportError) throw new ImportFailure('unreadable', error.message);
    if (error instanceof SourceError) throw new ImportFailure('too-slow');
    throw error;
  }
}
