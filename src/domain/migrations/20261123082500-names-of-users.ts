import { Migration } from '@mikro-orm/migrations';

/** What everybody may call a user, who is not shown the login. */
export class Migration20261123082500 extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" add "name" text not null default ''`);
  }

  override down(): void {
    this.addSql(`alter table "user_account" drop column "name"`);
  }
}
