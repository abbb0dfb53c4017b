import { Migration } from '@mikro-orm/migrations';

export class Migration20261122045903 extends Migration {
  override up(): void {
    this.addSql(
      `create table "idempotency_key" ("user_id" int not null, "key" text not null, "fingerprint" text not null, "created_utc" timestamp(0) not null, "status" int not null, "location" text null, "body" text not null, primary key ("user_id", "key"))`,
    );
    this.addSql(`create index "idempotency_key_created" on "idempotency_key" ("created_utc")`);
  }

  override down(): void {
    this.addSql(`drop table if exists "idempotency_key" cascade`);
  }
}
