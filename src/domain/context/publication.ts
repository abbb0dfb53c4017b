import { type RawBuilder, sql } from 'kysely';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import { isUnavailable } from '../../lib/service-error.ts';
import type { CacheInvalidator, OwnWrite } from '../../platform/cache/cache-invalidator.ts';
import type { Change } from '../../platform/cache/change-log.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { scheduledTerms } from './scheduled.ts';

/** Later than any date that is stored. */
const NEVER = '9999-12-31 23:59:59';
/** How long a request waits for PostgreSQL to say what is published, in milliseconds. */
const TIMEOUT_MS = 500;

/**
 * What counts as published at a moment. Until the next scheduled publication this does not change, so one
 * moment stands for all of that time.
 */
export interface Publication {
  /** The time by which a record must have been published, in UTC. */
  readonly by: string;
  /** The next scheduled publication, in UTC; undefined when that was not looked up. */
  readonly until?: string;
  /** Terms of events that are scheduled after {@link by}, with their number; looked up with `until`. */
  readonly scheduled?: ReadonlyMap<number, number>;
}

/** The result, or undefined when it takes long. */
function unlessSlow<T>(result: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const next = (kind: RecordKind, nowUtc: string): RawBuilder<string> => sql`(
  select min(published_utc) from ${sql.table(kind)} where status = 'publish' and published_utc > ${nowUtc}::timestamp)`;

async function readPublication(db: Db, nowUtc: string): Promise<Required<Publication>> {
  const { rows } = await sql<{ until: string | null }>`
    select least(${sql.join(RECORD_KINDS.map((kind) => next(kind, nowUtc)))})::text as until`.execute(db);
  const until = rows[0]?.until ?? NEVER;
  return { by: nowUtc, until, scheduled: until === NEVER ? new Map() : await scheduledTerms(db, nowUtc) };
}

/** Operations that do not change what is published. */
const STEADY: ReadonlySet<string> = new Set(['update', 'count']);
/** Whether what counts as published is the same after some changes as before. */
export function keepsPublication(changes: readonly Change[] | undefined): boolean {
  if (!changes) return false;
  for (const { operation } of changes) if (!STEADY.has(operation)) return false;
  return true;
}

/**
 * What counts as published after a write. It is the same if what was stored is not published, or has been for
 * some time; otherwise it begins at the publication of the record. Undefined if that is still to come.
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

/** Knows what counts as published, and asks the database only when that may have changed. */
export class Publications {
  readonly #invalidator: CacheInvalidator;
  #cached: Required<Publication> | undefined;
  /** The query that is running, or was the last. */
  #query: { version: number; nowUtc: string; publication: Promise<Publication> } | undefined;

  constructor(invalidator: CacheInvalidator) {
    this.#invalidator = invalidator;
    invalidator.onInvalidate(({ changes, write }) => {
      if (keepsPublication(changes)) return;
      this.#cached = write && this.#cached && after(this.#cached, write);
    });
  }

  /**
   * What counts as published at `nowUtc`. That is just this moment itself where nothing is cached, and if
   * PostgreSQL takes long to answer, as while a table is locked, or cannot be reached.
   */
  async at(db: Db, nowUtc: string): Promise<Publication> {
    if (!this.#invalidator.canCache) return { by: nowUtc };
    const cached = this.#cached;
    if (cached && cached.by <= nowUtc && nowUtc < cached.until) return cached;
    const { version } = this.#invalidator;
    const query = this.#query;
    if (query && query.version === version && query.nowUtc === nowUtc) return query.publication;
    const current = readPublication(db, nowUtc).then((publication) => {
      if (version === this.#invalidator.version) this.#cached = publication;
      return publication;
    });
    const publication = unlessSlow(current).then(
      (inTime) => inTime ?? { by: nowUtc },
      (error: unknown) => {
        // What is cached may be enough for the answer.
        if (isUnavailable(error)) return { by: nowUtc };
        throw error;
      },
    );
    this.#query = { version, nowUtc, publication };
    return publication;
  }
}
