import { Migration } from '@mikro-orm/migrations';

/** Files between their preview and the import. Nothing of them is cached, so their changes are not logged. */
export class Migration20261127115150 extends Migration {
  override up(): void {
    this.addSql(
      `create table "upload" ("user_id" int not null, "name" text not null, "content" bytea not null, "created_utc" timestamp(0) not null, primary key ("user_id"))`,
    );
    this.addSql(`create index "upload_created" on "upload" ("created_utc")`);
    this.addSql(
      `alter table "upload" add constraint "upload_user_id_fkey" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "upload" cascade`);
  }
}
