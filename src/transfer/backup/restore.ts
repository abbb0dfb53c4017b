import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Context, Transaction } from '../../domain/context/context.ts';
import { ensureCalendarId, isInUse, setCalendarId } from '../import/calendar-id.ts';
import { ExternalIdIndex } from '../import/external-ids.ts';
import { ImportError, type Outcome, type Report } from '../import/report.ts';
import { type ImportItem, type LeaveOut, type RunOptions, runImport } from '../import/run-import.ts';
import { parseJson } from '../import/text-stream.ts';
import { validEmail } from '../import/valid-addresses.ts';
import { type Header, type Line, type LineOf, lineSchema } from './lines.ts';
import { restoreOrganizer, restoreVenue } from './restore-directory-entry.ts';
import { restoreEvent, setParents } from './restore-event.ts';
import { restoreSeries } from './restore-series.ts';
import { restoreTerm } from './restore-term.ts';
import { restoreUser } from './restore-user.ts';
import { RestoredIds } from './restored-ids.ts';

interface RestoreOptions extends RunOptions {
  /** The host of this calendar's public address, if it has one. */
  host?: string | null;
}

/** @throws ImportError naming what is wrong with it */
function readLine(text: string): Line {
  const read = lineSchema.safeParse(parseJson(text));
  if (read.success) return read.data;
  const reasons = read.error.issues.map(({ path, message }) => [path.join('.'), message].join(' ').trim());
  throw new ImportError(reasons.slice(0, 5).join('; '));
}

function withEmail(line: LineOf<'organizer'>, leaveOut: LeaveOut): LineOf<'organizer'> {
  const { fields } = line;
  return { ...line, fields: { ...fields, email: validEmail(fields.email, leaveOut) ?? '' } };
}

function restoreLine(em: EntityManager, ids: RestoredIds, line: Line, leaveOut: LeaveOut): Promise<Outcome> {
  switch (line.kind) {
    case 'user':
      return restoreUser(em, ids, line);
    case 'category':
    case 'tag':
      return restoreTerm(em, ids, line);
    case 'venue':
      return restoreVenue(em, ids, line);
    case 'organizer':
      return restoreOrganizer(em, ids, withEmail(line, leaveOut));
    case 'event':
      return restoreEvent(em, ids, line);
    case 'series':
      return restoreSeries(em, ids, line);
    case 'calendar':
      throw new ImportError('is a second beginning');
  }
}

const nameInText = (text: string): string =>
  (/"(?:title|name|login)":\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? text.slice(0, 60)).slice(0, 100);
const kindInText = (text: string): string => /"kind":\s*"(\w+)"/.exec(text)?.[1] ?? 'record';

async function headerOf(lines: AsyncIterator<string>): Promise<Header> {
  const { value, done } = await lines.next();
  const line = done ? undefined : readLine(value);
  if (line?.kind !== 'calendar') throw new ImportError('does not begin as an export of this service does');
  return line;
}

/** Decides whether ids are kept: if the export is of this calendar, or if this one is still empty. */
async function beginRestore(
  { em, db }: Transaction,
  header: Header,
  host: string | null,
): Promise<RestoredIds> {
  const origin = await ensureCalendarId(em);
  const isOwn = header.origin === origin;
  const isEmpty = !isOwn && !(await isInUse(em));
  if (isEmpty) await setCalendarId(em, header.origin);
  const keepsIds = isOwn || isEmpty;
  if (keepsIds)
    await sql`select setval('record_id_seq', greatest(${header.lastId}, (select last_value from record_id_seq))),
      setval('term_id_seq', greatest(${header.lastTermId}, (select last_value from term_id_seq)))`.execute(
      db,
    );
  const index = new ExternalIdIndex();
  await index.load(db, [
    isEmpty ? header.origin : origin,
    ...(host !== null && host !== header.host ? [host] : []),
  ]);
  return new RestoredIds(index, header, keepsIds);
}

/**
 * Restores an export of this service. Records that are here already, by their global ids or slugs, are
 * updated; so a second run changes nothing, and a run after an interruption continues.
 * @param lines of the export
 * @throws ImportError when it is no export
 */
export async function restore(
  context: Context,
  lines: AsyncIterable<string>,
  { host = null, ...options }: RestoreOptions,
): Promise<Report> {
  const source = lines[Symbol.asyncIterator]();
  const header = await headerOf(source);
  let ids: RestoredIds | undefined;
  const idsOf = (): RestoredIds => {
    if (!ids) throw new Error('an import begins before its first line');
    return ids;
  };
  async function* items(): AsyncGenerator<ImportItem> {
    for (let at = 2; ; at++) {
      const { value, done } = await source.next();
      if (done) return;
      if (value.trim() === '') continue;
      const text: string = value;
      yield {
        kind: kindInText(text),
        at: `line ${at}`,
        what: nameInText(text),
        store: async ({ em }, { leaveOut, addUser }) => {
          const line = readLine(text);
          const outcome = await restoreLine(em, idsOf(), line, leaveOut);
          if (line.kind === 'user' && outcome === 'created') addUser({ login: line.login, role: line.role });
          return outcome;
        },
      };
    }
  }
  return runImport(
    context,
    {
      begin: async (transaction) => {
        ids = await beginRestore(transaction, header, host);
      },
      items,
      end: ({ em }) => setParents(em, idsOf()),
    },
    options,
  );
}
