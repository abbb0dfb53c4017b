import { StepMigration } from '../../platform/postgres/step-migration.ts';

/** What a trigger runs when records of a table are erased, and the statement that it is given. */
const erases = (table: string, run: string): string => `
  create or replace trigger ${table}_erased_in_answers after delete on ${table} referencing old table as erased
    for each statement execute function ${run};`;

/**
 * With a record the kept answers that show it are erased: decisions/0058. Services of the release before do not
 * say what their answers show; those are erased with any record.
 */
export class Migration20261123001000 extends StepMigration {
  override up(): void {
    this.step(
      `alter table "idempotency_key" add column if not exists "shows" text[] not null default '{unknown}'`,
    );
    this.index('idempotency_key_shows', 'on "idempotency_key" using gin ("shows")');
    this.step(`
      create or replace function erase_answers() returns trigger language plpgsql as $$ begin
        update idempotency_key set status = 410, body = ''
        where shows && (array(select tg_argv[0] || ' ' || id from erased) || array['unknown']) and status <> 410
          and exists (select from erased);
        return null;
      end $$;
      create or replace function erase_keys() returns trigger language plpgsql as $$ begin
        delete from idempotency_key where user_id in (select id from erased);
        return null;
      end $$`);
    for (const table of ['event', 'venue', 'organizer']) this.step(erases(table, "erase_answers('record')"));
    this.step(erases('term', "erase_answers('term')"));
    this.step(erases('user_account', 'erase_keys()'));
  }

  override down(): void {
    this.addSql(`
      ${['event', 'venue', 'organizer', 'term', 'user_account']
        .map((table) => `drop trigger ${table}_erased_in_answers on ${table};`)
        .join('')}
      drop function erase_answers, erase_keys;`);
    this.addSql(`drop index "idempotency_key_shows"`);
    this.addSql(`alter table "idempotency_key" drop column "shows"`);
  }
}
