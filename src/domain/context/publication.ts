import { type RawBuilder, sql } from 'kysely';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import type { CacheInvalidator, OwnWrite } from '../../platform/cache/cache-invalidator.ts';
import type { Change } from '../../platform/cache/change-log.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { scheduledTerms } from './scheduled.ts';

/** Later than any date that is stored. */
const NEVER = '9999-12-31 23:59:59';
/** How long a request waits for PostgreSQL to say what is published, in milliseconds. */
const PATIENCE_MS = 500;

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
function unlessSlow<T>(asked: Promise<T>): Promise<T | undefined> {
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

/** Operations that do not change what is published. */
const STEADY: ReadonlySet<string> = new Set(['update', 'count']);
/** Whether what counts as published is the same after some changes as before. */
export function areSteady(changes: readonly Change[] | undefined): boolean {
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
  #known: Required<Publication> | undefined;
  /** The query that is being answered. */
  #asked: { version: number; nowUtc: string; answer: Promise<Publication> } | undefined;

  constructor(invalidator: CacheInvalidator) {
    this.#invalidator = invalidator;
    invalidator.onInvalidate((changed, own) => {
      if (areSteady(changed)) return;
      this.#known = own && this.#known && after(this.#known, own);
    });
  }

  /**
   * What counts as published at `nowUtc`. That is just this moment itself where nothing is remembered, and if
   * PostgreSQL takes long to answer, as while a table is locked.
   */
  async at(db: Db, nowUtc: string): Promise<Publication> {
    if (!this.#invalidator.canCache) return { by: nowUtc };
    const known = this.#known;
    if (known && known.by <= nowUtc && nowUtc < known.until) return known;
    const { version } = this.#invalidator;
    const asked = this.#asked;
    if (asked && asked.version === version && asked.nowUtc === nowUtc) return asked.answer;
    const found = askPublication(db, nowUtc).then((publication) => {
      if (version === this.#invalidator.version) this.#known = publication;
      return publication;
    });
    const answer = unlessSlow(found).then((publication) => publication ?? { by: nowUtc });
    this.#asked = { version, nowUtc, answer };
    return answer;
  }
}
