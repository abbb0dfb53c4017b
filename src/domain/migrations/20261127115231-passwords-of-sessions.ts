import { Migration } from '@mikro-orm/migrations';

/** By itself, so that users and their passwords are not locked at the same time. */
export class Migration20261127115231 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "session" add constraint "session_password_id_fkey" foreign key ("password_id") references "application_password" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`alter table "session" drop constraint if exists "session_password_id_fkey"`);
  }
}
