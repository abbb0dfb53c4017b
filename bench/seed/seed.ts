import pg from 'pg';
import { ADJECTIVES, NOUNS, PLACES, RARE, SENTENCES, ZONES } from './words.ts';

/** The database has records already; the message has their numbers. */
export class NotEmptyError extends Error {}

/** Numbers of records of the seeded data. */
interface World {
  events: number;
  venues: number;
  organizers: number;
  categories: number;
  tags: number;
}

export const worldOf = (events: number): World => ({
  events,
  venues: Math.max(10, Math.min(5_000, Math.round(events / 50))),
  organizers: Math.max(10, Math.min(3_000, Math.round(events / 80))),
  categories: 40,
  tags: 200,
});

/** A pseudo-random number from 0 to n - 1 that depends only on a row and a purpose, so that all worlds are equal. */
const pick = (row: string, purpose: number, n: number): string =>
  `abs(hashint4((${row}) * 16 + ${purpose})::bigint) % ${n}`;
const choose = (list: readonly string[], row: string, purpose: number): string =>
  `(array[${list.map((word) => pg.escapeLiteral(word)).join(',')}])[1 + ${pick(row, purpose, list.length)}]`;

/** Drops the indexes during the work, because creating them afterwards is faster. */
async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  await work();
  await client.query(`set local maintenance_work_mem = '512MB'`);
  for (const { definition } of rows) await client.query(definition);
}

const TABLES = ['event', 'venue', 'organizer', 'term'] as const;

/** @throws NotEmptyError */
async function assertEmpty(client: pg.Client): Promise<void> {
  // Blocks other writes until this transaction ends.
  await client.query(`lock table ${TABLES.join(', ')} in access exclusive mode`);
  const counts = TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const { rows } = await client.query<Record<string, number>>(`select ${counts.join(', ')}`);
  const filled = Object.entries(rows[0] ?? {}).filter(([, count]) => count > 0);
  if (filled.length === 0) return;
  const words = filled.map(([table, count]) => `${count} ${table}${count === 1 ? '' : 's'}`);
  throw new NotEmptyError(
    `The database is not empty, it has ${words.join(', ')}. Use an empty database (DEMO_DATA=false, another DATA_DIR).`,
  );
}

const linked = (
  kind: 'venue' | 'organizer',
  count: number,
  own: { columns: string; values: string },
): string => `
  insert into ${kind} (status, published_utc, modified_utc, slug, name, name_key, search_text, author_id${own.columns})
  select 'publish', now() at time zone 'utc' - make_interval(mins => n + 60), now() at time zone 'utc' - make_interval(mins => n + 60), '${kind}-' || n,
    initcap(name) || ' ' || n, name || ' ' || n, name || ' ' || n, 1${own.values}
  from (select n, ${choose(PLACES, 'n', 1)} || ' ' || ${choose(NOUNS, 'n', 2)} as name from generate_series(1, ${count}) n) as made`;

const terms = (taxonomy: string, prefix: string, count: number, parent: string): string => `
  insert into term (taxonomy, name, name_key, slug, parent_id)
  select '${taxonomy}', initcap('${prefix}') || ' ' || n, '${prefix} ' || n, '${prefix}-' || n, ${parent} from generate_series(1, ${count}) n`;

const event = ({ events }: World): string => `
  insert into event (status, published_utc, modified_utc, slug, title, description, search_text, author_id, all_day, start_local, end_local, start_utc, end_utc, timezone, cost, featured, ticketed)
  select status, published, published, 'event-' || n, initcap(title), '<p>' || description || '</p>', title || E'\\n' || description, 1,
    false, (start at time zone 'utc') at time zone zone, ((start + length) at time zone 'utc') at time zone zone, start, start + length, zone, cost, featured, ticketed
  from (
    select n,
      case when ${pick('n', 1, 50)} = 0 then 'draft' else 'publish' end as status,
      date_trunc('day', now() at time zone 'utc') - make_interval(days => 1 + (${pick('n', 2, 400)})::int) as published,
      ${choose(ADJECTIVES, 'n', 3)} || ' ' || ${choose(NOUNS, 'n', 4)} || ' at the ' || ${choose(PLACES, 'n', 5)} as title,
      ${choose(SENTENCES, 'n', 6)} || ' ' || ${choose(SENTENCES, 'n', 7)} || case when n % 10000 = 77 then ' ${RARE}' else '' end as description,
      date_trunc('day', now() at time zone 'utc') - interval '365 days' + make_interval(mins => (15 * (${pick('n', 8, 105_000)}))::int) as start,
      make_interval(hours => (1 + ${pick('n', 9, 5)})::int) as length,
      ${choose(ZONES, 'n', 10)} as zone,
      case ${pick('n', 11, 3)} when 0 then '[]'::jsonb when 1 then '["0"]'::jsonb else jsonb_build_array('$' || (5 + ${pick('n', 12, 40)})) end as cost,
      ${pick('n', 13, 20)} = 0 as featured,
      ${pick('n', 14, 4)} = 0 as ticketed
    from generate_series(1, ${events}) n) as made`;

const link = (kind: 'venue' | 'organizer', count: number, purpose: number): string => `
  insert into event_${kind} (event_id, ${kind}_id, position)
  select event.id, ${kind}.id, 1 from event join ${kind} on ${kind}.slug = '${kind}-' || (1 + ${pick('event.id', purpose, count)})`;

const tag = (prefix: string, count: number, purpose: number): string => `
  insert into event_term (event_id, term_id)
  select event.id, term.id from event join term on term.slug = '${prefix}-' || (1 + ${pick('event.id', purpose, count)}) on conflict do nothing`;

/**
 * Fills a migrated, empty database with a deterministic world, by set-based statements in one transaction. Dates are
 * from a year ago to two years ahead.
 * @returns the duration in seconds
 * @throws NotEmptyError
 */
export async function seedWorld(url: string, world: World): Promise<number> {
  const started = performance.now();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `begin; set local synchronous_commit = off; set local timezone = 'UTC'; set local work_mem = '256MB'`,
    );
    await assertEmpty(client);
    const geo = {
      columns: ', city, country, geo_lat, geo_lng',
      values: `, 'City ' || n % 50, 'Italy', 41 + (n % 1000) / 500.0, 12 + (n % 777) / 400.0`,
    };
    await withoutIndexes(
      client,
      ['event', 'venue', 'organizer', 'event_venue', 'event_organizer', 'event_term'],
      async () => {
        await client.query(linked('venue', world.venues, geo));
        await client.query(
          linked('organizer', world.organizers, {
            columns: ', email',
            values: `, 'mail' || n || '@example.org'`,
          }),
        );
        await client.query(terms('tribe_events_cat', 'category', 8, '0'));
        await client.query(
          `${terms('tribe_events_cat', 'sub', world.categories - 8, `(select id from term parent where parent.slug = 'category-' || (1 + n % 8))`)}`,
        );
        await client.query(terms('post_tag', 'tag', world.tags, '0'));
        await client.query(event(world));
        await client.query(link('venue', world.venues, 1));
        await client.query(link('organizer', world.organizers, 2));
        await client.query(tag('sub', world.categories - 8, 3));
        await client.query(tag('tag', world.tags, 4));
        await client.query(tag('tag', world.tags, 5));
      },
    );
    await client.query('commit');
    await client.query('vacuum analyze');
    return (performance.now() - started) / 1000;
  } finally {
    await client.end();
  }
}
