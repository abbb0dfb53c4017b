import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Db, entitiesOf, kysely } from '../database/orm.ts';
import { BadValue } from '../errors.ts';
import { Brought } from './brought.ts';
import { type Header, type Line, lineSchema } from './lines.ts';
import { adoptOrigin, isInUse, ownOrigin } from './origin.ts';
import { Refused, Report } from './report.ts';
import { restoreEvent, setParents } from './restore-event.ts';
import { restoreOrganizer, restoreVenue } from './restore-linked.ts';
import { restoreTerm } from './restore-term.ts';
import { restoreUser } from './restore-user.ts';

/** So many lines are stored in one transaction. */
const BATCH = 100;

export interface RestoreOptions {
  /** That of the calendar's public address, if it has one. */
  host?: string | null;
  /** Tell what would be done, and do nothing. */
  dryRun?: boolean;
  progress?: (lines: number) => void;
}

/** @throws Refused naming what is wrong with it */
function read(text: string): Line {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refused('is no JSON');
  }
  const read = lineSchema.safeParse(json);
  if (read.success) return read.data;
  const reasons = read.error.issues.map(({ path, message }) => [path.join('.'), message].join(' ').trim());
  throw new Refused(reasons.slice(0, 5).join('; '));
}

function apply(em: EntityManager, brought: Brought, line: Line) {
  switch (line.kind) {
    case 'user':
      return restoreUser(em, brought, line);
    case 'category':
    case 'tag':
      return restoreTerm(em, brought, line);
    case 'venue':
      return restoreVenue(em, brought, line);
    case 'organizer':
      return restoreOrganizer(em, brought, line);
    case 'event':
      return restoreEvent(em, brought, line);
    case 'calendar':
      throw new Refused('is a second beginning');
  }
}

const nameOf = (text: string): string =>
  (/"(?:title|name|login)":\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? text.slice(0, 60)).slice(0, 100);

const reasonOf = (error: unknown): string => {
  if (error instanceof Refused || error instanceof BadValue) return error.message;
  // What the database refuses, such as a value that somebody has taken meanwhile.
  if (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))) return error.message;
  throw error;
};

/** A transaction that is given up on purpose. */
class GivenUp extends Error {}

/** Runs lines, each whole or not at all, and the batch in one transaction. */
class Restore {
  readonly #em: EntityManager;
  readonly #brought: Brought;
  readonly report = new Report();

  constructor(em: EntityManager, brought: Brought) {
    this.#em = em;
    this.#brought = brought;
  }

  async line(db: Db, at: number, text: string): Promise<void> {
    await sql`savepoint line`.execute(db);
    let line: Line | undefined;
    try {
      line = read(text);
      const outcome = await apply(entitiesOf(this.#em, db), this.#brought, line);
      this.report.count(line.kind, outcome);
    } catch (error) {
      const reason = reasonOf(error);
      await sql`rollback to savepoint line`.execute(db);
      if (line && line.kind !== 'calendar' && line.kind !== 'user')
        this.#brought.forget(line.kind === 'category' || line.kind === 'tag' ? 'term' : line.kind, line.id);
      this.report.refused.push({ at: `line ${at}`, what: nameOf(text), reason });
    }
    await sql`release savepoint line`.execute(db);
  }
}

async function headerOf(lines: AsyncIterator<string>): Promise<Header> {
  const { value, done } = await lines.next();
  const line = done ? undefined : read(value);
  if (line?.kind !== 'calendar') throw new Refused('does not begin as an export of this service does');
  return line;
}

/** Whether the ids of the source are ours: it is this calendar, or this one is still empty. */
async function begin(em: EntityManager, db: Db, header: Header, host: string | null): Promise<Brought> {
  const origin = await ownOrigin(em);
  const isOwn = header.origin === origin;
  const isEmpty = !isOwn && !(await isInUse(db));
  if (isEmpty) await adoptOrigin(em, header.origin);
  const keepsIds = isOwn || isEmpty;
  if (keepsIds)
    await sql`select setval('record_id_seq', greatest(${header.lastId}, (select last_value from record_id_seq))),
      setval('term_id_seq', greatest(${header.lastTermId}, (select last_value from term_id_seq)))`.execute(
      db,
    );
  return Brought.from(db, header, keepsIds, [
    isEmpty ? header.origin : origin,
    ...(host !== null && host !== header.host ? [host] : []),
  ]);
}

/**
 * Brings in an export of this service. What is there already, by its global id or its slug, is changed where it
 * differs; so a second run changes nothing, and one after an interruption goes on.
 * @param lines of the export @throws Refused when it is none
 */
export async function restore(
  em: EntityManager,
  lines: AsyncIterable<string>,
  { host = null, dryRun = false, progress = () => {} }: RestoreOptions = {},
): Promise<Report> {
  const source = lines[Symbol.asyncIterator]();
  const header = await headerOf(source);
  const inTransaction = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    kysely(em).transaction().execute(work);
  let at = 1;
  const some = async (db: Db, run: Restore, most: number): Promise<boolean> => {
    for (let count = 0; count < most; count++) {
      const { value, done } = await source.next();
      if (done) return false;
      at++;
      if (value.trim() !== '') await run.line(db, at, value);
      if (at % BATCH === 0) progress(at);
    }
    return true;
  };
  const opened = async (db: Db): Promise<[Restore, Brought]> => {
    const brought = await begin(entitiesOf(em, db), db, header, host);
    return [new Restore(em, brought), brought];
  };
  if (dryRun) {
    let report = new Report();
    const all = inTransaction(async (db) => {
      const [run, brought] = await opened(db);
      await some(db, run, Number.POSITIVE_INFINITY);
      await setParents(entitiesOf(em, db), brought);
      report = run.report;
      throw new GivenUp();
    });
    await all.catch((error: unknown) => {
      if (!(error instanceof GivenUp)) throw error;
    });
    return report;
  }
  const [run, brought] = await inTransaction(opened);
  while (await inTransaction((db) => some(db, run, BATCH)));
  await inTransaction((db) => setParents(entitiesOf(em, db), brought));
  return run.report;
}
