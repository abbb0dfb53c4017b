import { Migration20261121000000 } from './20261121000000-initial.ts';
import { Migration20261121150000 } from './20261121150000-tell-who.ts';
import { Migration20261121160000 } from './20261121160000-covering-indexes.ts';
import { Migration20261121170000 } from './20261121170000-short-pending-lists.ts';
import { Migration20261122003000 } from './20261122003000-day-indexes.ts';
import { Migration20261122010000 } from './20261122010000-undated.ts';
import { Migration20261122020000 } from './20261122020000-no-version.ts';
import { Migration20261122044915 } from './20261122044915-modified-index.ts';
import { Migration20261122045903 } from './20261122045903-idempotency-keys.ts';
import { Migration20261122051000 } from './20261122051000-lineage-of-records.ts';
import { Migration20261122065000 } from './20261122065000-log-of-changes.ts';
import { Migration20261123000500 } from './20261123000500-title-index.ts';
import { Migration20261123001000 } from './20261123001000-answers-of-erased-records.ts';
import { Migration20261123002000 } from './20261123002000-compared-logins.ts';
import { Migration20261123080103 } from './20261123080103-directory-orders.ts';
import { Migration20261123082500 } from './20261123082500-names-of-users.ts';
import { Migration20261123094327 } from './20261123094327-change-feed.ts';
import { Migration20261123094433 } from './20261123094433-event-status-and-online.ts';
import { Migration20261123100028 } from './20261123100028-series-of-events.ts';
import { Migration20261123103444 } from './20261123103444-webhooks.ts';
import { Migration20261123112000 } from './20261123112000-events-of-a-changed-series.ts';
import { Migration20261123124500 } from './20261123124500-canceled-events.ts';

/** All migrations, oldest first. Written by `npm run migration:create`. */
export const migrationsList = [
  { name: '20261121000000-initial', class: Migration20261121000000 },
  { name: '20261121150000-tell-who', class: Migration20261121150000 },
  { name: '20261121160000-covering-indexes', class: Migration20261121160000 },
  { name: '20261121170000-short-pending-lists', class: Migration20261121170000 },
  { name: '20261122003000-day-indexes', class: Migration20261122003000 },
  { name: '20261122010000-undated', class: Migration20261122010000 },
  { name: '20261122020000-no-version', class: Migration20261122020000 },
  { name: '20261122044915-modified-index', class: Migration20261122044915 },
  { name: '20261122045903-idempotency-keys', class: Migration20261122045903 },
  { name: '20261122051000-lineage-of-records', class: Migration20261122051000 },
  { name: '20261122065000-log-of-changes', class: Migration20261122065000 },
  { name: '20261123000500-title-index', class: Migration20261123000500 },
  { name: '20261123001000-answers-of-erased-records', class: Migration20261123001000 },
  { name: '20261123002000-compared-logins', class: Migration20261123002000 },
  { name: '20261123080103-directory-orders', class: Migration20261123080103 },
  { name: '20261123082500-names-of-users', class: Migration20261123082500 },
  { name: '20261123094327-change-feed', class: Migration20261123094327 },
  { name: '20261123094433-event-status-and-online', class: Migration20261123094433 },
  { name: '20261123100028-series-of-events', class: Migration20261123100028 },
  { name: '20261123103444-webhooks', class: Migration20261123103444 },
  { name: '20261123112000-events-of-a-changed-series', class: Migration20261123112000 },
  { name: '20261123124500-canceled-events', class: Migration20261123124500 },
];
