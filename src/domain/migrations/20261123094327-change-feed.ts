import { Migration } from '@mikro-orm/migrations';

/**
 * The change feed: decisions/0078. Its tables log no changes, because nothing that is cached is read from them alone.
 * They are empty at first, and filled by the service in parts, so that no table is held up. Rows of the log of
 * changes stay, whichever release deletes old ones, until the feed has read them; after a week it numbers
 * everything anew.
 */
export class Migration20261123094327 extends Migration {
  override up(): void {
    this.addSql(`
      create table "feed_item" (
        "number" bigint primary key,
        "kind" text not null,
        "record_id" integer not null,
        "is_public" boolean not null default false,
        "was_public" boolean not null default false,
        "published_utc" timestamp(0),
        "erased_utc" timestamp(0),
        constraint "feed_item_record" unique ("record_id", "kind")
      );
      create index "feed_item_due" on "feed_item" ("published_utc") where not is_public and published_utc is not null;
      create index "feed_item_erased" on "feed_item" ("number") where erased_utc is not null;
      create table "feed_state" (
        "id" integer primary key default 1,
        "calendar" text not null,
        "server" text not null,
        "timeline" integer not null default 0,
        "seen" text,
        "last" bigint not null default '0',
        "purged" bigint not null default '0',
        "lost" jsonb not null default '[]',
        "is_complete" boolean not null default false,
        "at_utc" timestamp(3) not null
      );
      insert into "feed_state" ("calendar", "server", "at_utc") values ('', '', now() at time zone 'utc');
      create table "feed_backlog" (
        "kind" text not null,
        "record_id" integer not null,
        "after" bigint not null default '0',
        primary key ("kind", "record_id")
      );`);
    this.addSql(`
      create or replace function keep_unnumbered() returns trigger language plpgsql as $$ begin
        if old.at_utc > now() at time zone 'utc' - interval '7 days' and exists (
          select from feed_state where seen is not null and not pg_visible_in_snapshot(old.xid, seen::pg_snapshot))
        then return null; end if;
        return old;
      end $$;
      create trigger change_kept before delete on change for each row execute function keep_unnumbered();`);
  }

  override down(): void {
    this.addSql(`
      drop trigger change_kept on change;
      drop function keep_unnumbered;
      drop table "feed_item", "feed_state", "feed_backlog";`);
  }
}
