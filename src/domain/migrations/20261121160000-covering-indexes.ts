import { Migration } from '@mikro-orm/migrations';

const LISTED = `where status = 'publish' and not hide_from_listings`;

/**
 * Totals of lists are told by indexes alone: in order of start for whole lists, by id for events of a
 * category, a venue or a place. The flags fit into the gap behind the id, so that entries are no larger than
 * before. Takes seconds for a million events.
 */
export class Migration20261121160000 extends Migration {
  override up(): void {
    this.addSql(`
      drop index event_listing;
      create index event_listing on event (start_utc, id) include (featured, ticketed, end_utc, published_utc) ${LISTED};
      create index event_listed on event (id) include (featured, ticketed, start_utc, end_utc, published_utc) ${LISTED};
      drop index event_start;
      create index event_start on event (start_utc, id) include (featured, ticketed, end_utc, published_utc, author_id, status) where not hide_from_listings;`);
    // How often a word occurs is guessed from a sample of the texts; the usual hundred know nothing of a word
    // in every fiftieth.
    this.addSql(`
      alter table event alter column search_text set statistics 500;
      analyze event (search_text);`);
  }

  override down(): void {
    this.addSql(`
      alter table event alter column search_text set statistics -1;
      drop index event_listing, event_listed, event_start;
      create index event_listing on event (start_utc, id) include (end_utc, published_utc) ${LISTED};
      create index event_start on event (start_utc, id) include (end_utc, status, author_id) where not hide_from_listings;`);
  }
}
