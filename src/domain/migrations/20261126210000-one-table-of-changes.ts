import { RECORD_KINDS } from '../../lib/kinds.ts';
import { StepMigration } from '../../platform/postgres/step-migration.ts';

/** Visibility of the record in the row `row` of a table. */
const visibility = (row: string): string =>
  `case when ${row}.status <> 'publish' then 'restricted' else 'public' end`;
const visibilityOfEvent = (row: string): string =>
  `case when ${row}.status <> 'publish' then 'restricted' when ${row}.hide_from_listings then 'hidden' else 'public' end`;

/** Announces manual writes, which name no author, at once. */
const ANNOUNCED = `
    if coalesce(current_setting('calendar.user', true), '') = '' then
      perform pg_notify('calendar_change', tg_table_name);
    end if;`;

const logs = (name: string, columns: string, rows: string): string => `
  create or replace function ${name}() returns trigger language plpgsql as $$ begin
    insert into change (kind, type, record_id, operation, ${columns}) ${rows};${ANNOUNCED}
    return null;
  end $$`;

/**
 * The functions that log changes of records: `log_record_insert`, `log_record_update` and `log_record_delete`, with the
 * name of the table as argument.
 * @param operations cases of an update that only this table has
 */
function recordFunctions(name: string, visible: (row: string) => string, operations = ''): string[] {
  return [
    logs(
      `log_${name}_insert`,
      'after, author_id',
      `select tg_argv[0], tg_argv[0], id, 'insert', ${visible('changed')}, author_id from changed`,
    ),
    logs(
      `log_${name}_update`,
      'before, after, author_id',
      `select tg_argv[0], tg_argv[0], id, case
      when changed.status = 'trash' and was.status <> 'trash' then 'trash'
      when changed.status <> 'trash' and was.status = 'trash' then 'restore'
      ${operations}
      when changed.status = was.status and changed.published_utc = was.published_utc then 'update'
      else 'state' end, ${visible('was')}, ${visible('changed')}, changed.author_id
    from changed join was using (id)`,
    ),
    logs(
      `log_${name}_delete`,
      'before, author_id',
      `select tg_argv[0], tg_argv[0], id, 'delete', ${visible('changed')}, author_id from changed`,
    ),
  ];
}
const CANCELLATIONS = `when changed.event_status = 'canceled' and was.event_status <> 'canceled' then 'cancel'
      when changed.event_status <> 'canceled' and was.event_status = 'canceled' then 'reinstate'`;

const TYPE_OF_TERM = `case changed.taxonomy when 'post_tag' then 'tag' else 'category' end`;
const TERM_FUNCTIONS = [
  logs('log_term_insert', 'after', `select 'term', ${TYPE_OF_TERM}, id, 'insert', 'public' from changed`),
  logs(
    'log_term_update',
    'before, after',
    `select 'term', ${TYPE_OF_TERM}, id, case
      when changed.event_count <> was.event_count
        and (changed.taxonomy, changed.name, changed.slug, changed.description, changed.parent_id)
          = (was.taxonomy, was.name, was.slug, was.description, was.parent_id) then 'count'
      else 'update' end, 'public', 'public'
    from changed join was using (id)`,
  ),
  logs('log_term_delete', 'before', `select 'term', ${TYPE_OF_TERM}, id, 'delete', 'public' from changed`),
];

/** Changes of the events in `source` whose rows this transaction has not written. */
const linked = (source: string): string => `
  select 'event', 'event', event.id, 'link', ${visibilityOfEvent('event')}, ${visibilityOfEvent('event')}, event.author_id
  from event join (${source}) as touched on touched.event_id = event.id where event.xmin <> pg_current_xact_id()::xid`;
const LINK_FUNCTIONS = [
  logs('log_link', 'before, after, author_id', linked('select distinct event_id from changed')),
  logs(
    'log_link_update',
    'before, after, author_id',
    linked('select event_id from was union select event_id from changed'),
  ),
];
const SERIES_FUNCTION = `
  create or replace function log_series_update() returns trigger language plpgsql as $$ begin
    insert into change (kind, record_id, operation) select 'series', id, 'update' from changed;
    insert into change (kind, type, record_id, operation, before, after, author_id) ${linked(`
      select event.id as event_id from was join changed using (id) join event on event.series_id = changed.id
      where (was.rule, was.dates, was.start_local, was.all_day, was.timezone, was.parent_id)
          is distinct from (changed.rule, changed.dates, changed.start_local, changed.all_day, changed.timezone, changed.parent_id)
        or (was.exceptions <> changed.exceptions and event.id = changed.parent_id)`)};${ANNOUNCED}
    return null;
  end $$`;

/** Truncating a table of records logs no single records, so copies of the calendar have to start over. */
const TRUNCATE_FUNCTION = `
  create or replace function tell_change() returns trigger language plpgsql as $$ begin
    insert into change (kind, record_id, operation)
      values (case when tg_table_name like 'event\\_%' then 'event' else tg_table_name end, null, lower(tg_op));
    if tg_table_name in ('event', 'venue', 'organizer', 'term') then
      perform set_config('calendar.trims', 'on', true);
      delete from change where kind = tg_table_name and type is not null;
      perform set_config('calendar.trims', '', true);
      update change_state set calendar = gen_random_uuid()::text;
    end if;${ANNOUNCED}
    return null;
  end $$`;

/** Prevents release 0.2.0 from deleting rows of the log after an hour. */
const KEEP_FUNCTION = `
  create or replace function keep_unnumbered() returns trigger language plpgsql as $$ begin
    if coalesce(current_setting('calendar.trims', true), '') <> 'on' then return null; end if;
    return old;
  end $$`;

const EVENTS = {
  insert: 'new table as changed',
  update: 'old table as was new table as changed',
  delete: 'old table as changed',
} as const;

const functionFor = (table: string, event: string): string => {
  if (table === 'term') return `log_term_${event}()`;
  return `log_${table === 'event' ? 'event' : 'record'}_${event}('${table}')`;
};
const visibilityIn = (table: string): string =>
  table === 'event' ? visibilityOfEvent(table) : visibility(table);

/**
 * The change log stores the effect of each change on a record, and keeps the last change of each record
 * (decisions/0094). The tables of the former change feed stay for one release, because instances of 0.2.0 use them.
 */
export class Migration20261126210000 extends StepMigration {
  override up(): void {
    this.step(`
      alter table change add column if not exists type text, add column if not exists before text,
        add column if not exists after text, add column if not exists author_id integer`);
    this.step(`
      create table if not exists change_state (
        id integer primary key default 1,
        calendar text not null,
        server text not null,
        timeline integer not null default 0,
        purged_xid xid8 not null default '0',
        purged_id bigint not null default '0',
        trimmed_xid xid8 not null default '0',
        trimmed_id bigint not null default '0',
        told text
      );
      insert into change_state (calendar, server, timeline, told)
        select gen_random_uuid()::text, system_identifier || '/' || oid,
          ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int, seen
        from pg_control_system(), pg_database, feed_state
        where datname = current_database() and not exists (select from change_state)`);
    for (const statement of [
      KEEP_FUNCTION,
      TRUNCATE_FUNCTION,
      SERIES_FUNCTION,
      ...LINK_FUNCTIONS,
      ...TERM_FUNCTIONS,
      ...recordFunctions('record', visibility),
      ...recordFunctions('event', visibilityOfEvent, CANCELLATIONS),
    ])
      this.step(statement);
    for (const table of [...RECORD_KINDS, 'term'])
      for (const [event, rows] of Object.entries(EVENTS))
        this.step(`
          create or replace trigger ${table}_${event}_logged after ${event} on ${table} referencing ${rows}
          for each statement execute function ${functionFor(table, event)}`);
    this.step('drop trigger if exists event_cancellation_logged on event');
    this.index('change_record', 'on "change" ("type", "record_id", "xid", "id") where type is not null');
    // One row for each record without any; "count" creates no webhook messages.
    for (const table of RECORD_KINDS)
      this.step(`
        insert into change (kind, type, record_id, operation, before, after, author_id, user_id, at_utc)
        select '${table}', '${table}', id, 'count', ${visibilityIn(table)}, ${visibilityIn(table)}, author_id,
          null, modified_utc
        from ${table} where not exists (select from change where type = '${table}' and record_id = ${table}.id)
        order by modified_utc, id`);
    this.step(`
      insert into change (kind, type, record_id, operation, before, after, user_id)
      select 'term', ${TYPE_OF_TERM}, id, 'count', 'public', 'public', null from term as changed
      where not exists (select from change where type = ${TYPE_OF_TERM} and record_id = changed.id) order by id`);
    // The last changes by instances of 0.2.0, for webhooks.
    this.step(`
      update change set type = case kind when 'term' then (
          select ${TYPE_OF_TERM} from term as changed where id = change.record_id) else kind end
      where type is null and record_id is not null and kind in ('event', 'venue', 'organizer', 'term')`);
  }
}
