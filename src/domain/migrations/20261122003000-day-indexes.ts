import { Migration } from '@mikro-orm/migrations';

const LISTED = `where status = 'publish' and not hide_from_listings`;
const DAYS = 'all_day, start_local, end_local';

/**
 * Lists compare events of whole days by their own dates, so the indexes that tell totals alone carry these;
 * and editors list what is hidden. Takes seconds for a million events.
 */
export class Migration20261122003000 extends Migration {
  override up(): void {
    this.addSql(`
      drop index event_listing;
      create index event_listing on event (start_utc, id) include (featured, ticketed, end_utc, published_utc, ${DAYS}) ${LISTED};
      drop index event_listed;
      create index event_listed on event (id) include (featured, ticketed, start_utc, end_utc, published_utc, ${DAYS}) ${LISTED};
      drop index event_start;
      create index event_start on event (start_utc, id)
        include (featured, ticketed, end_utc, published_utc, author_id, status, ${DAYS}) where not hide_from_listings;
      create index event_hidden on event (start_utc, id) where hide_from_listings;`);
  }

  override down(): void {
    this.addSql(`
      drop index event_listing, event_listed, event_start, event_hidden;
      create index event_listing on event (start_utc, id) include (featured, ticketed, end_utc, published_utc) ${LISTED};
      create index event_listed on event (id) include (featured, ticketed, start_utc, end_utc, published_utc) ${LISTED};
      create index event_start on event (start_utc, id) include (featured, ticketed, end_utc, published_utc, author_id, status) where not hide_from_listings;`);
  }
}
