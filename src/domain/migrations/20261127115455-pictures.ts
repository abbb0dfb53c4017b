import { Migration } from '@mikro-orm/migrations';

export class Migration20261127115455 extends Migration {
  override up(): void {
    this.addSql(
      `create table "picture" ("hash" text not null, "width" int not null, "height" int not null, "wide" bytea not null, "narrow" bytea not null, "created_utc" timestamp(0) not null, primary key ("hash"))`,
    );
    this.addSql(`create index "picture_created" on "picture" ("created_utc")`);
    this.addSql(
      `alter table "image" add "alt" text not null default '', add "uploader_id" int null, add "picture_hash" text null`,
    );
    this.addSql(
      `create trigger picture_insert_logged after insert on "picture" referencing new table as changed for each statement execute function tell_change()`,
    );
    this.addSql(
      `create trigger picture_update_logged after update on "picture" referencing old table as was new table as changed for each statement execute function tell_change()`,
    );
    this.addSql(
      `create trigger picture_delete_logged after delete on "picture" referencing old table as changed for each statement execute function tell_change()`,
    );
    this.addSql(
      `create trigger picture_truncate_logged after truncate on "picture" for each statement execute function tell_change()`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "picture" cascade`);
    this.addSql(
      `alter table "image" drop column "alt", drop column "uploader_id", drop column "picture_hash"`,
    );
  }
}
