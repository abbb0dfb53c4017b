import { type RawBuilder, sql } from 'kysely';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Status } from '../../lib/statuses.ts';
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
}

interface StateRow {
  readonly id: number;
  readonly kind: RecordKind;
  readonly authorId: number;
  readonly status: Status;
  readonly isHidden: boolean;
}

/** How many states are read at once. */
const PAGE = 20_000;

function columns(table: Table): RawBuilder<unknown> {
  if (table === 'term')
    return sql`case taxonomy when 'post_tag' then 'tag' else 'category' end as kind, 0 as "authorId",
      'publish' as status, false as "isHidden"`;
  const hidden = table === 'event' ? sql`hide_from_listings` : sql`false`;
  return sql`${sql.lit(table)} as kind, author_id as "authorId", status,
    ${hidden} as "isHidden"`;
}

/** The statements that read the states of a table: of some records, and of all, page by page. */
function statements(table: Table) {
  const select = (where: RawBuilder<unknown>): RawBuilder<StateRow> =>
    sql<StateRow>`select id, ${columns(table)} from ${sql.table(table)} ${where}`;
  return {
    some: new Statement<{ ids: readonly number[] }, StateRow>(
      (db: ReadDb, value: ValueOf<{ ids: readonly number[] }>) => ({
        compile: () => select(sql`where id = any(${value('ids')}::int[])`).compile(db),
      }),
    ),
    page: new Statement<{ after: number }, StateRow>((db: ReadDb, value: ValueOf<{ after: number }>) => ({
      compile: () =>
        select(sql`where id > ${value('after')}::int order by id limit ${sql.lit(PAGE)}`).compile(db),
    })),
  };
}

const STATEMENTS: Readonly<Record<Table, ReturnType<typeof statements>>> = {
  event: statements('event'),
  venue: statements('venue'),
  organizer: statements('organizer'),
  term: statements('term'),
};

type States = Map<number, RecordState>;

/** States by id. Those that are equal are one object: a million take 40 MB. */
function statesOf(rows: readonly StateRow[]): States {
  const equal = new Map<string, RecordState>();
  const states: States = new Map();
  for (const { id, kind, authorId, isHidden, status } of rows) {
    const key = `${kind} ${authorId} ${status} ${isHidden}`;
    const state = equal.get(key) ?? { kind, authorId, isHidden, status };
    equal.set(key, state);
    states.set(id, state);
  }
  return states;
}

/** The states of the records with these ids. */
export async function readStates(db: Db, table: Table, ids: readonly number[]): Promise<States> {
  return statesOf(await STATEMENTS[table].some.run(db, { ids }));
}

/** The states of all records of a table, page by page: a million take seconds, and other work is done in between. */
export async function* readAllStates(db: Db, table: Table): AsyncGenerator<States, void, void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: StateRow[] = await STATEMENTS[table].page.run(db, { after });
    yield statesOf(rows);
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  }
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
