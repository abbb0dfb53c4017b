import { Migration } from '@mikro-orm/migrations';

const INDEXES = ['event_search', 'venue_search', 'organizer_search'];

/**
 * New texts wait in a list before they get into the search index, and whoever makes it too long has to empty
 * it: of the usual 4 MB that took one creation in thousands 0.4 s. Searches read the list, too. Where
 * `pg_trgm` is missing there are no such indexes.
 */
export class Migration20261121170000 extends Migration {
  override up(): void {
    for (const index of INDEXES)
      this.addSql(`alter index if exists ${index} set (gin_pending_list_limit = 256)`);
  }

  override down(): void {
    for (const index of INDEXES) this.addSql(`alter index if exists ${index} reset (gin_pending_list_limit)`);
  }
}
