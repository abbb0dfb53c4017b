import { Migration } from '@mikro-orm/migrations';

/**
 * Events show when their series repeats, so a change of that is one of each of them, like a change of their links: unless
 * the transaction has stored them, too. The dates that are left out are shown by the parent. How far a series has
 * been stored is shown by none.
 */
export class Migration20261123112000 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function log_series_update() returns trigger language plpgsql as $$ begin
        insert into change (kind, record_id, operation) select 'series', id, 'update' from changed;
        insert into change (kind, record_id, operation)
          select 'event', event.id, 'link' from was join changed using (id) join event on event.series_id = changed.id
          where ((was.rule, was.dates, was.start_local, was.all_day, was.timezone, was.parent_id)
              is distinct from (changed.rule, changed.dates, changed.start_local, changed.all_day, changed.timezone, changed.parent_id)
            or (was.exceptions <> changed.exceptions and event.id = changed.parent_id))
          and event.xmin <> pg_current_xact_id()::xid;
        if coalesce(current_setting('calendar.user', true), '') = '' then
          perform pg_notify('calendar_change', tg_table_name);
        end if;
        return null;
      end $$;
      drop trigger if exists series_update_logged on series;
      create trigger series_update_logged after update on series referencing old table as was new table as changed
        for each statement execute function log_series_update();`);
  }

  override down(): void {
    this.addSql(`
      drop trigger if exists series_update_logged on series;
      create trigger series_update_logged after update on series referencing old table as was new table as changed
        for each statement execute function log_change('series');
      drop function log_series_update;`);
  }
}
