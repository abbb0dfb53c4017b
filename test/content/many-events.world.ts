import pg from 'pg';
import type { LinkedKind } from '../../src/lib/kinds.ts';
import type { Body } from '../support/words.ts';
import type { World } from '../support/world.ts';

export const KINDS = ['venue', 'organizer'] as const satisfies readonly LinkedKind[];

/**
 * Runs statements on the database of a world, without a statement timeout.
 * @returns the rows of the last one
 */
export async function execute(world: World, statement: string): Promise<Body[]> {
  const client = new pg.Client({ connectionString: world.server.database.url });
  await client.connect();
  try {
    const { rows } = await client.query<Body>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * Stores events, and a record linked to `linked` of them.
 * @returns the id of the record
 */
export async function makeEvents(
  world: World,
  kind: LinkedKind,
  linked: number,
  events = linked,
): Promise<number> {
  const { id } = await world.make(kind, { [kind]: `With ${linked} events` });
  await execute(
    world,
    `with made as (
      insert into event (status, published_utc, modified_utc, slug, title, description, search_text, start_local, end_local, start_utc, end_utc, timezone)
      select 'publish', '2031-01-01', '2031-01-01', '${kind}-${id}-' || n, 'Event', '', 'event ' || n, day, day, day, day, 'UTC'
      from (select n, '2031-04-01'::timestamp + make_interval(hours => n) as day from generate_series(1, ${events}) as n) as days
      returning id)
    insert into event_${kind} (event_id, ${kind}_id, position) select id, ${id}, 1 from made order by id limit ${linked}`,
  );
  return id;
}

const NOTED = {
  events: 'after update on event referencing new',
  messages: 'after insert on webhook_message referencing new',
} as const;

/**
 * Counts the changed rows of each statement that changes any.
 * @returns a function that gives the counts since its last call
 */
export async function watchEvents(world: World, kind: LinkedKind) {
  const links = `after delete on event_${kind} referencing old`;
  const triggers = Object.entries({ ...NOTED, links }).map(
    ([what, when]) => `
    create trigger noted ${when} table as changed for each statement execute function note('${what}');`,
  );
  await execute(
    world,
    `create table noted (number serial, what text, rows integer);
    create function note() returns trigger language plpgsql as $$ begin
      insert into noted (what, rows) select tg_argv[0], count(*) from changed having count(*) > 0;
      return null;
    end $$;
    ${triggers.join('')}`,
  );
  return async (): Promise<Record<'events' | 'links' | 'messages', number[]>> => {
    const noted = await execute(
      world,
      'with gone as (delete from noted returning *) select * from gone order by number',
    );
    const numbers = (what: string) =>
      noted.filter((row) => row.what === what).map(({ rows }) => Number(rows));
    return { events: numbers('events'), links: numbers('links'), messages: numbers('messages') };
  };
}

/** The number of events last modified at an instant. */
export async function modifiedAt(world: World, utc: string): Promise<number> {
  const [row] = await execute(
    world,
    `select count(*)::int as events from event where modified_utc = '${utc}'`,
  );
  return Number(row?.events);
}
