import { Migration } from '@mikro-orm/migrations';

/**
 * Logins are compared in NFKC. Where two users would have one login the older one gets it, and the other keeps
 * the form of before, which is still looked for.
 */
export class Migration20261123002000 extends Migration {
  override up(): void {
    this.addSql(`
      with login as (
        select id, login_key, normalize(lower(normalize(login_key, NFKC)), NFKC) as compared from user_account),
      first as (select distinct on (compared) id, compared from login order by compared, login_key <> compared, id)
      update user_account set login_key = first.compared from first
      where first.id = user_account.id and first.compared <> user_account.login_key`);
  }

  override down(): void {
    // The form of before is made of the login; of two users who had one form then there is none.
    this.addSql(`
      update user_account set login_key = lower(normalize(login, NFC))
      where login_key <> lower(normalize(login, NFC)) and normalize(login, NFC) is not NFKC normalized`);
  }
}
