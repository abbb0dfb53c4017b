import { Migration } from '@mikro-orm/migrations';

/** Sessions of browsers. No triggers log their changes, because nothing from them is cached. */
export class Migration20261127115230 extends Migration {
  override up(): void {
    this.addSql(
      `create table "session" ("token_hash" text not null, "user_id" int not null, "password_id" int null, "role" text null, "created_utc" timestamp(0) not null, "expires_utc" timestamp(0) not null, primary key ("token_hash"))`,
    );
    this.addSql(`create index "session_user_id_index" on "session" ("user_id")`);
    this.addSql(`create index "session_password_id_index" on "session" ("password_id")`);
    this.addSql(`create index "session_expires" on "session" ("expires_utc")`);
    this.addSql(
      `alter table "session" add constraint "session_user_id_fkey" foreign key ("user_id") references "user_account" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "session" add constraint "session_role_check" check ("role" in ('administrator', 'editor', 'author', 'contributor', 'subscriber'))`,
    );
  }

  override down(): void {
    this.addSql(`drop table if exists "session" cascade`);
  }
}
