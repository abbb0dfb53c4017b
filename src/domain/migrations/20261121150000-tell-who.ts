import { Migration } from '@mikro-orm/migrations';

/**
 * Changes are told by topic, so that one of an event and its links is told once, and with the name of the
 * write where it has one.
 */
export class Migration20261121150000 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function tell_change() returns trigger language plpgsql as $$ begin
        perform pg_notify('calendar_change', case when tg_table_name like 'event\\_%' then 'event' else tg_table_name end
          || coalesce(' ' || nullif(current_setting('calendar.write', true), ''), ''));
        return null;
      end $$;`);
  }

  override down(): void {
    this.addSql(`
      create or replace function tell_change() returns trigger language plpgsql as $$ begin
        perform pg_notify('calendar_change', tg_table_name);
        return null;
      end $$;`);
  }
}
