import { type RawBuilder, sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Db, ReadDb } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';

/** For how long tombstones of what was erased are kept, in days; RPDE asks for seven. */
export const TOMBSTONE_DAYS = 30;
const DAY_MS = 86_400_000;
/** More changes than this are not read one by one: everything is numbered anew, in parts. */
const MAX_CHANGES = 20_000;
/** How many records one part of the backlog has. */
const PART = 2_000;
/** How many items are looked through, and how many tombstones deleted, at a time. */
const ITEMS = 5_000;
/**
 * How many numbers are left out after a failover, up to the present at least: more than a server can have given that were
 * lost with it, so that a position from then is recognised (decisions/0078). A minute, by which clocks may differ.
 */
const GAP = 60_000_000;
/** The present as a number of a change: microseconds since 1970. */
const PRESENT = sql<number>`(extract(epoch from statement_timestamp()) * 1000000)::bigint`;
/** After this time the log may have lost rows (see the migration); in seconds. */
const MAX_GAP_S = 6 * 86_400;
/** How long a round that nobody has asked for waits for a table. */
const LOCK_TIMEOUT = '100ms';
/** How often it is noted that there is nothing new, in seconds. */
const NOTE_S = 3_600;

/** Whose numbering waits for something; see {@link FeedBacklogEntity}. */
type Source = readonly [kind: string, id: number];
/** A record to number: `event`, `venue`, `organizer` or `term`, and its id. */
type Touched = readonly [kind: string, id: number];
type Changed = readonly [kind: string, id: number | null, operation: string];

interface State {
  readonly server: string;
  readonly timeline: number;
  readonly calendar: string;
  readonly last: number;
  readonly seen: string | null;
  readonly lost: readonly (readonly [number, number])[];
  readonly isComplete: boolean;
  /** Seconds since it was stored. */
  readonly age: number;
}

interface Collected {
  readonly seen: string;
  readonly changes: readonly Changed[];
  readonly due: readonly Touched[];
  /** The oldest part of the backlog. */
  readonly next: readonly [kind: string, id: number, after: number] | null;
}

/** The stored state, and where it is read. */
interface Stored extends State {
  readonly nowServer: string;
  readonly nowTimeline: number;
  readonly present: number;
}

/** Takes the only row. @param words what PostgreSQL does while somebody else has it */
const lockStatement = (words: 'skip locked' | '') =>
  new Statement<object, Stored>((db) => ({
    compile: () =>
      sql<Stored>`
      select server, timeline, calendar, last::float8 as last, seen, lost, is_complete as "isComplete",
        extract(epoch from clock_timestamp() at time zone 'utc' - at_utc)::float8 as age,
        (select system_identifier || '/' || oid from pg_control_system(), pg_database where datname = current_database())
          as "nowServer",
        ${PRESENT}::float8 as present,
        ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as "nowTimeline"
      from feed_state for update ${sql.raw(words)}`.compile(db),
  }));
const LOCK = lockStatement('');
const LOCK_UNLESS_TAKEN = lockStatement('skip locked');

/**
 * What has become visible since a snapshot, in the order of transactions, and what comes due: as the log of changes
 * is read for caches (decisions/0048).
 */
const COLLECT = new Statement((db, value: ValueOf<{ seen: string | null; now: string }>) => ({
  compile: () => {
    const seen = sql`${value('seen')}::pg_snapshot`;
    const some = sql`order by xid, id limit ${sql.lit(MAX_CHANGES + 1)}`;
    return sql<Collected>`
      select pg_current_snapshot()::text as seen,
        array(select json_build_array(kind, record_id, operation) from (
            (select * from change where xid >= pg_snapshot_xmax(${seen}) ${some})
            union all
            (select * from change where xid = any(array(select pg_snapshot_xip(${seen}))) ${some})
          ) as change order by xid, id) as changes,
        array(select json_build_array(kind, record_id) from (
            select * from feed_item where not is_public and published_utc <= ${value('now')}::timestamp
            order by published_utc, number limit ${sql.lit(PART)}) as due
          union all
          select json_build_array('term', term_id) from event_term where event_id in (
            select record_id from feed_item where not is_public and published_utc <= ${value('now')}::timestamp
              and kind = 'event' order by published_utc, number limit ${sql.lit(PART)})) as due,
        (select json_build_array(kind, record_id, after) from feed_backlog
          order by kind = 'item', record_id, kind limit 1) as next`.compile(db);
  },
}));

/**
 * Gives records the next numbers, in their order, and notes what they are: public or not, or erased. Who was never
 * known and does not exist gets none. Numbers begin with the present, and records that only editors may read
 * come last, so that gaps do not tell how many of these have changed.
 */
const NUMBER = new Statement(
  (db, value: ValueOf<{ kinds: readonly string[]; ids: readonly number[]; last: number; now: string }>) => ({
    compile: () => {
      const posts = RECORD_KINDS.map(
        (kind) => sql`
          select at, kind, id, ${sql.table(kind)}.status = 'publish'
              ${kind === 'event' ? sql`and not event.hide_from_listings` : sql``} as listed,
            ${sql.table(kind)}.published_utc
          from touched join ${sql.table(kind)} using (id) where kind = ${sql.lit(kind)}`,
      );
      return sql<{ last: number | null; count: number }>`
        with touched as (
          select at, kind, id from unnest(${value('kinds')}::text[], ${value('ids')}::int[]) with ordinality as touched (kind, id, at)
        ), present as (
          ${sql.join(posts, sql` union all `)}
          union all
          select at, case taxonomy when 'post_tag' then 'tag' else 'category' end, id, true, null
          from touched join term using (id) where kind = 'term'
        ), items as (
          select at, kind, id, listed and coalesce(published_utc <= ${value('now')}::timestamp, true) as is_public,
            case when listed then published_utc end as published_utc, true as is_there
          from present
          union all
          select at, item.kind, id, false, null, false
          from touched join feed_item as item on item.record_id = id and erased_utc is null
            and case touched.kind when 'term' then item.kind in ('category', 'tag') else item.kind = touched.kind end
          where at not in (select at from present)
        ), stored as (
          insert into feed_item (number, kind, record_id, is_public, was_public, published_utc, erased_utc)
          select greatest(${value('last')}::bigint, ${PRESENT})
              + row_number() over (order by items.is_public or coalesce(known.was_public, false) desc, at),
            items.kind, id, items.is_public, items.is_public, items.published_utc,
            case when not is_there then ${value('now')}::timestamp end
          from items left join feed_item as known on known.record_id = id and known.kind = items.kind
          on conflict (record_id, kind) do update set number = excluded.number, is_public = excluded.is_public,
            was_public = feed_item.was_public or excluded.is_public, published_utc = excluded.published_utc,
            erased_utc = excluded.erased_utc
          returning number
        )
        select max(number)::float8 as last, count(*)::int as count from stored`.compile(db);
    },
  }),
);

/** Terms of some events. */
const TERMS = new Statement((db, value: ValueOf<{ events: readonly number[] }>) => ({
  compile: () =>
    sql<{ id: number }>`
      select distinct term_id as id from event_term where event_id = any(${value('events')}::int[])`.compile(
      db,
    ),
}));

/** Terms below some terms, whose addresses show the slugs of those. */
const BELOW = new Statement((db, value: ValueOf<{ ids: readonly number[] }>) => ({
  compile: () =>
    sql<{ id: number }>`
      with recursive below as (
        select id from term where parent_id = any(${value('ids')}::int[])
        union
        select term.id from term join below on term.parent_id = below.id
      ) select id from below`.compile(db),
}));

const PURGE = new Statement((db, value: ValueOf<{ before: string }>) => ({
  compile: () =>
    sql<{ purged: number | null }>`
      with old as (
        delete from feed_item using (
          select number, erased_utc from feed_item where erased_utc is not null order by number limit ${sql.lit(ITEMS)}
        ) as oldest
        where feed_item.number = oldest.number and oldest.erased_utc < ${value('before')}::timestamp
        returning feed_item.number
      ) select max(number)::float8 as purged from old`.compile(db),
}));

/** The rows of a part, and from where on the next one continues; null at the end. */
interface Part {
  readonly touched: readonly Touched[];
  readonly after: number | null;
}

/** Events that are linked to a record, by the table of links. */
const LINKS: Readonly<Record<string, 'venue' | 'organizer' | 'term'>> = {
  venue: 'venue',
  organizer: 'organizer',
  term: 'term',
};

const idsOf = async (db: ReadDb, select: RawBuilder<{ id: number; kind: string }>): Promise<Part> => {
  const { rows } = await select.execute(db);
  return {
    touched: rows.map(({ kind, id }): Touched => [kind, id]),
    after: rows.length < PART ? null : (rows.at(-1)?.id ?? null),
  };
};

/** The next part of the backlog of a source. */
function partOf(db: ReadDb, [kind, id]: Source, after: number): Promise<Part> {
  const some = sql`order by id limit ${sql.lit(PART)}`;
  if (kind === 'item') return missingItems(db, after);
  if (id === 0)
    return idsOf(db, sql`select ${kind} as kind, id from ${sql.table(kind)} where id > ${after} ${some}`);
  if (kind === 'image') {
    const all = RECORD_KINDS.map(
      (one) =>
        sql`(select ${sql.lit(one)} as kind, id from ${sql.table(one)} where image_id = ${id} and id > ${after} ${some})`,
    );
    return idsOf(db, sql`select * from (${sql.join(all, sql` union all `)}) as shown ${some}`);
  }
  const linked = LINKS[kind];
  if (!linked) return Promise.resolve({ touched: [], after: null });
  const column = sql.ref(`${linked}_id`);
  return idsOf(
    db,
    sql`select 'event' as kind, event_id as id from ${sql.table(`event_${linked}`)}
      where ${column} = ${id} and event_id > ${after} ${some}`,
  );
}

/** Records that have a number and are gone, of the items behind a number. */
async function missingItems(db: ReadDb, after: number): Promise<Part> {
  // Without `offset` PostgreSQL would read all records of a kind for each part, instead of looking these up; and with
  // another condition on items it would sort them all, as long as it does not know how many are erased.
  const exists = (table: string) =>
    sql`exists (select from ${sql.table(table)} where id = record_id offset 0)`;
  const { rows } = await sql<{ number: number; kind: string; id: number; missing: boolean }>`
    select number::float8 as number, case when kind in ('category', 'tag') then 'term' else kind end as kind, record_id as id,
      erased_utc is null and not case kind ${sql.join(
        RECORD_KINDS.map((kind) => sql`when ${sql.lit(kind)} then ${exists(kind)}`),
        sql` `,
      )} else ${exists('term')} end as missing
    from feed_item where number > ${after} order by number limit ${sql.lit(ITEMS)}`.execute(db);
  return {
    touched: rows.filter(({ missing }) => missing).map(({ kind, id }): Touched => [kind, id]),
    after: rows.length < ITEMS ? null : (rows.at(-1)?.number ?? null),
  };
}

/** What has to be numbered anew when everything has. */
const EVERYTHING: readonly Source[] = [...RECORD_KINDS, 'term', 'item'].map((kind): Source => [kind, 0]);
const KINDS: ReadonlySet<string> = new Set([...RECORD_KINDS, 'term']);

/** Each once, where it stands last. */
function lastOfEach(touched: readonly Touched[]): Touched[] {
  const last = new Map<string, Touched>();
  for (const one of touched) {
    const key = one.join(' ');
    last.delete(key);
    last.set(key, one);
  }
  return [...last.values()];
}

/** What follows from changes. */
interface Consequences {
  readonly touched: Touched[];
  /** Records that others show. */
  readonly sources: Source[];
  /** Events that have been published or put off: their terms show other counts, with or without a change of their own. */
  readonly events: number[];
}

function consequences(changes: readonly Changed[]): Consequences {
  if (changes.length > MAX_CHANGES) return { touched: [], sources: [...EVERYTHING], events: [] };
  const touched: Touched[] = [];
  const events: number[] = [];
  const sources = new Map<string, Source>();
  const add = (...source: Source): void => void sources.set(source.join(' '), source);
  for (const [kind, id, operation] of changes) {
    if (id === null) {
      if (KINDS.has(kind)) add(kind, 0);
      if (kind === 'image') for (const shown of RECORD_KINDS) add(shown, 0);
      if (KINDS.has(kind)) add('item', 0);
    } else {
      if (KINDS.has(kind)) touched.push([kind, id]);
      if (kind === 'event' && operation === 'state') events.push(id);
      // Links that go with a record are changes of their events, and so is an image that goes.
      const isShown = kind !== 'event' && !['insert', 'delete', 'count'].includes(operation);
      if (isShown && (kind === 'image' || LINKS[kind])) add(kind, id);
    }
  }
  return { touched: lastOfEach(touched), sources: [...sources.values()], events };
}

/** How much a round has numbered, and whether the backlog has more. */
interface Round {
  readonly numbered: number;
  readonly isPending: boolean;
  /** Whether nothing was done, because another process is at it. */
  readonly isTaken: boolean;
}

/**
 * Hears of changes in the transaction that numbers them, before they have their numbers: those visible in the snapshot `to` and not in `from`, and the
 * records whose publication has come due.
 */
export type Listener = (
  db: Db,
  news: {
    readonly from: string;
    readonly to: string;
    readonly dueKinds: readonly string[];
    readonly dueIds: readonly number[];
    readonly count: number;
  },
) => Promise<void>;

interface RoundOptions {
  readonly listener?: Listener | undefined;
  /** Whether to do nothing while another process is at it. */
  readonly unlessTaken?: boolean;
}

/**
 * Numbers what has been stored since the last time, by whomever, and a part of the backlog, in one transaction. One
 * round at a time runs on a database: others wait for it. So numbers are visible in their order, a transaction that
 * commits late is numbered when it is visible, and nothing that a process had begun is missed when it dies.
 * @param now of the service's clock, by which records become public
 */
export function numberChanges(
  db: Db,
  now: Date,
  { listener, unlessTaken = false }: RoundOptions = {},
): Promise<Round> {
  return db.transaction().execute(async (transaction) => {
    // Whoever has locked a table is not waited for with a connection that requests could have.
    if (unlessTaken) await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(transaction);
    const [stored] = await (unlessTaken ? LOCK_UNLESS_TAKEN : LOCK).run(transaction, {});
    if (!stored && unlessTaken) return { numbered: 0, isPending: false, isTaken: true };
    if (!stored) throw new Error('the table feed_state has no row');
    const state = await sameHistory(transaction, stored);
    const nowUtc = toUtc(now);
    const [collected] = await COLLECT.run(transaction, { seen: state.seen, now: nowUtc });
    if (!collected) throw new Error('the log of changes returned nothing');
    const { changes, due, seen } = collected;
    const { touched, sources, events } = consequences(changes);
    if (state.isNew) sources.push(...EVERYTHING);
    let { last } = state;
    const number = async (records: readonly Touched[]): Promise<number> => {
      if (records.length === 0) return 0;
      const [kinds, ids] = [records.map(([kind]) => kind), records.map(([, id]) => id)];
      const [row] = await NUMBER.run(transaction, { kinds, ids, last, now: nowUtc });
      last = row?.last ?? last;
      return row?.count ?? 0;
    };
    const terms = sources.flatMap(([kind, id]) => (kind === 'term' && id !== 0 ? [id] : []));
    const below = terms.length > 0 ? await BELOW.run(transaction, { ids: terms }) : [];
    for (const { id } of below) sources.push(['term', id]);
    const counted = events.length > 0 ? await TERMS.run(transaction, { events }) : [];
    const shown = [...below, ...counted].map(({ id }): Touched => ['term', id]);
    const subjects = [...touched, ...shown, ...due];
    // Terms are counted anew with their events; that is no news.
    const published = due.filter(([kind]) => kind !== 'term');
    const count = changes.length + published.length;
    if (listener && state.seen !== null && count > 0)
      await listener(transaction, {
        from: state.seen,
        to: seen,
        dueKinds: published.map(([kind]) => kind),
        dueIds: published.map(([, id]) => id),
        count,
      });
    let numbered = await number(lastOfEach(subjects));
    if (sources.length > 0) await addToBacklog(transaction, sources);
    const next = await nextPart(transaction, collected.next, sources);
    if (next) numbered += await number(next.touched);
    const [{ purged = null } = {}] = await PURGE.run(transaction, {
      before: toUtc(new Date(now.getTime() - TOMBSTONE_DAYS * DAY_MS)),
    });
    const { rows } = await sql<{
      pending: boolean;
    }>`select exists (select from feed_backlog) as pending`.execute(transaction);
    const isPending = rows[0]?.pending === true;
    const isQuiet = numbered === 0 && changes.length === 0 && !next && purged === null;
    if (!isQuiet || state.isNew || state.age > NOTE_S)
      await sql`
        update feed_state set calendar = ${state.calendar}, server = ${state.server}, timeline = ${state.timeline},
          seen = ${seen}, last = ${last}, lost = ${JSON.stringify(state.lost)}::jsonb,
          purged = greatest(purged, ${purged ?? 0}), is_complete = is_complete or ${!isPending},
          at_utc = clock_timestamp() at time zone 'utc'`.execute(transaction);
    return { numbered, isPending, isTaken: false };
  });
}

/**
 * The state to go on from. On a database that is the copy of another one, as when it was restored, positions of
 * before mean nothing, and the log has transactions of that other one. After a failover the numbers that the old
 * server gave last may be lost with what they were for: they are left out.
 */
async function sameHistory(
  db: Db,
  { nowServer, nowTimeline, present, ...state }: Stored,
): Promise<State & { isNew: boolean }> {
  if (state.server !== nowServer) {
    await sql`update feed_state set seen = null`.execute(db);
    await sql`delete from change where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
    const calendar = crypto.randomUUID().slice(0, 8);
    return {
      ...state,
      server: nowServer,
      timeline: nowTimeline,
      calendar,
      seen: null,
      lost: [],
      isNew: true,
    };
  }
  const isNew = state.age > MAX_GAP_S;
  if (state.timeline === nowTimeline) return { ...state, isNew };
  const last = Math.max(state.last, present) + GAP;
  return { ...state, timeline: nowTimeline, last, lost: [...state.lost, [state.last, last]], isNew };
}

/** Adds sources to the backlog, or begins again with those that are in it. */
async function addToBacklog(db: Db, sources: readonly Source[]): Promise<void> {
  const [kinds, ids] = [sources.map(([kind]) => kind), sources.map(([, id]) => id)];
  await sql`
    insert into feed_backlog (kind, record_id)
    select distinct on (kind, id) kind, id from unnest(${kinds}::text[], ${ids}::int[]) as source (kind, id)
    on conflict (kind, record_id) do update set after = 0`.execute(db);
}

/** Takes the next part from the backlog. @param oldest of the backlog, before `added` */
async function nextPart(
  db: Db,
  oldest: Collected['next'],
  added: readonly Source[],
): Promise<Part | undefined> {
  const [kind, id, after] = oldest ?? [...(added[0] ?? ['', 0]), 0];
  if (kind === '') return undefined;
  const isBegunAnew = added.some(([one, other]) => one === kind && other === id);
  const part = await partOf(db, [kind, id], isBegunAnew ? 0 : after);
  const own = sql`kind = ${kind} and record_id = ${id}`;
  if (part.after === null) await sql`delete from feed_backlog where ${own}`.execute(db);
  else await sql`update feed_backlog set after = ${part.after} where ${own}`.execute(db);
  return part;
}
