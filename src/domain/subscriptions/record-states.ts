import { type RawBuilder, sql } from 'kysely';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { StoredStatus } from '../../lib/statuses.ts';
import type { Db, ReadDb } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import type { Followed } from '../access/policy.ts';
import type { RecordKind } from '../generated/schema.ts';

/** Tables of what can be followed, by the names that the log of changes has for them. */
export const TABLES = [...RECORD_KINDS, 'term'] as const;
export type Table = (typeof TABLES)[number];
export const isTable = (kind: string): kind is Table => TABLES.some((table) => table === kind);
export const tableOf = (kind: RecordKind): Table => (kind === 'category' || kind === 'tag' ? 'term' : kind);

/** What rights to a record depend on, as it is stored. */
export interface RecordState extends Followed {
  readonly kind: RecordKind;
  /** When it counts as published, in UTC, if that is still to come. */
  readonly dueUtc: string | null;
  /** The transaction that stored its row. */
  readonly version: string;
}

interface StateRow {
  readonly id: number;
  readonly kind: RecordKind;
  readonly authorId: number;
  readonly status: StoredStatus;
  readonly publishedUtc: string | null;
  readonly isHidden: boolean;
  readonly version: string;
}

function columns(table: Table): RawBuilder<unknown> {
  if (table === 'term')
    return sql`case taxonomy when 'post_tag' then 'tag' else 'category' end as kind, 0 as "authorId",
      'publish' as status, null as "publishedUtc", false as "isHidden"`;
  const hidden = table === 'event' ? sql`hide_from_listings` : sql`false`;
  return sql`${sql.lit(table)} as kind, author_id as "authorId", status, published_utc::text as "publishedUtc",
    ${hidden} as "isHidden"`;
}

/** The statements that read the states of a table: of some records, and of all. */
function statements(table: Table) {
  const select = (where: RawBuilder<unknown>): RawBuilder<StateRow> =>
    sql<StateRow>`select id, ${columns(table)}, xmin::text as version from ${sql.table(table)} ${where}`;
  return {
    some: new Statement<{ ids: readonly number[] }, StateRow>(
      (db: ReadDb, value: ValueOf<{ ids: readonly number[] }>) => ({
        compile: () => select(sql`where id = any(${value('ids')}::int[])`).compile(db),
      }),
    ),
    all: new Statement<object, StateRow>((db: ReadDb) => ({ compile: () => select(sql``).compile(db) })),
  };
}

const STATEMENTS: Readonly<Record<Table, ReturnType<typeof statements>>> = {
  event: statements('event'),
  venue: statements('venue'),
  organizer: statements('organizer'),
  term: statements('term'),
};

function stateOf(row: StateRow, nowUtc: string): RecordState {
  const { kind, authorId, status, publishedUtc, isHidden, version } = row;
  const isDue = status !== 'publish' || publishedUtc === null || publishedUtc <= nowUtc;
  return {
    kind,
    authorId,
    isHidden,
    version,
    status: isDue ? status : 'future',
    dueUtc: isDue ? null : publishedUtc,
  };
}

/** The states of the records with these ids, or of all records of a table, by id. */
export async function readStates(
  db: Db,
  table: Table,
  ids: readonly number[] | null,
  nowUtc: string,
): Promise<Map<number, RecordState>> {
  const { some, all } = STATEMENTS[table];
  const rows = ids === null ? await all.run(db, {}) : await some.run(db, { ids });
  return new Map(rows.map((row) => [row.id, stateOf(row, nowUtc)]));
}

/** Events of these that show a record of another table, or an image. */
const SHOWING = new Statement(
  (db, value: ValueOf<{ kinds: readonly string[]; ids: readonly number[]; events: readonly number[] }>) => ({
    compile: () => {
      const links = ['venue', 'organizer', 'term'].map(
        (kind) => sql`
          select event_id as id from ${sql.table(`event_${kind}`)} join changed on changed.kind = ${sql.lit(kind)}
            and changed.id = ${sql.ref(`${kind}_id`)} where event_id = any(${value('events')}::int[])`,
      );
      return sql<{ id: number }>`
        with changed as (select * from unnest(${value('kinds')}::text[], ${value('ids')}::int[]) as changed (kind, id))
        ${sql.join(links, sql` union `)}
        union select event.id from event join changed on changed.kind = 'image' and changed.id = image_id
          where event.id = any(${value('events')}::int[])`.compile(db);
    },
  }),
);

/**
 * Which of some events show one of these records: a venue, an organizer, a term or an image.
 * @param shown kinds and ids, as the log of changes names them
 */
export async function eventsShowing(
  db: Db,
  shown: readonly (readonly [kind: string, id: number])[],
  events: readonly number[],
): Promise<number[]> {
  if (shown.length === 0 || events.length === 0) return [];
  const rows = await SHOWING.run(db, {
    kinds: shown.map(([kind]) => kind),
    ids: shown.map(([, id]) => id),
    events,
  });
  return rows.map(({ id }) => id);
}
