import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/orm.ts';
import type { Changes, OwnWrite } from '../memory/changes.ts';
import type { Change } from '../memory/log.ts';
import { RECORD_KINDS, type RecordKind } from './kinds.ts';
import { scheduledTerms } from './scheduled.ts';

/** Later than any date that is stored. */
const NEVER = '9999-12-31 23:59:59';
/** How long a request waits to be told, in milliseconds. */
const PATIENCE_MS = 500;

/**
 * What counts as published at some moment. Between two publications that were scheduled, the same records
 * are: one moment stands for all of them.
 */
export interface Publication {
  /** By when a record must have been published, in UTC. */
  readonly by: string;
  /** The next scheduled publication, in UTC; undefined when that was not looked up. */
  readonly until?: string;
  /** Terms of events that are scheduled after {@link by}, with their number; looked up with `until`. */
  readonly scheduled?: ReadonlyMap<number, number>;
}

/** What is asked for, or undefined when that takes long. */
function soon<T>(asked: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const next = (kind: RecordKind, nowUtc: string): RawBuilder<string> => sql`(
  select min(published_utc) from ${sql.table(kind)} where status = 'publish' and published_utc > ${nowUtc}::timestamp)`;

async function askPublication(db: Db, nowUtc: string): Promise<Required<Publication>> {
  const { rows } = await sql<{ until: string | null }>`
    select least(${sql.join(RECORD_KINDS.map((kind) => next(kind, nowUtc)))})::text as until`.execute(db);
  const until = rows[0]?.until ?? NEVER;
  return { by: nowUtc, until, scheduled: until === NEVER ? new Map() : await scheduledTerms(db, nowUtc) };
}

/** What may happen to records without a publication that is changed by it. */
const STEADY: ReadonlySet<string> = new Set(['update', 'count']);
/** Whether what counts as published is the same after some changes as before. */
export const areSteady = (changes: readonly Change[] | undefined): boolean =>
  changes?.every(({ operation }) => STEADY.has(operation)) === true;

/**
 * What is known after a write: the same when nothing that is stored counts as published, or when that has
 * been so for a while; else from the record's publication on, and nothing when that is still to come.
 */
function after(
  publication: Required<Publication>,
  { publishedUtc, nowUtc }: OwnWrite,
): Required<Publication> | undefined {
  if (publishedUtc === undefined) return undefined;
  if (publishedUtc === null || publishedUtc <= publication.by) return publication;
  return publishedUtc <= nowUtc && publishedUtc < publication.until
    ? { ...publication, by: publishedUtc }
    : undefined;
}

/** Knows what counts as published, and asks only when that may have changed. */
export class Publications {
  readonly #changes: Changes;
  #known: Required<Publication> | undefined;
  /** The question that is under way. */
  #asked: { version: number; nowUtc: string; answer: Promise<Publication> } | undefined;

  constructor(changes: Changes) {
    this.#changes = changes;
    changes.onChange((changed, own) => {
      if (areSteady(changed)) return;
      this.#known = own && this.#known && after(this.#known, own);
    });
  }

  /**
   * What counts as published at `nowUtc`: that moment itself, and no more, when PostgreSQL takes long to say,
   * as it does while a table is locked.
   */
  async at(db: Db, nowUtc: string): Promise<Publication> {
    const { listening, version } = this.#changes;
    const known = this.#known;
    if (known && known.by <= nowUtc && nowUtc < known.until && listening) return known;
    const asked = this.#asked;
    if (asked && asked.version === version && asked.nowUtc === nowUtc && listening) return asked.answer;
    const found = askPublication(db, nowUtc).then((publication) => {
      if (version === this.#changes.version) this.#known = publication;
      return publication;
    });
    const answer = soon(found).then((publication) => publication ?? { by: nowUtc });
    this.#asked = { version, nowUtc, answer };
    return answer;
  }
}
