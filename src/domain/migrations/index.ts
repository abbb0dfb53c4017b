import type { MigrationObject } from '@mikro-orm/core';
import { Migration20261123200000 } from './20261123200000-long-events.ts';
import { Migration20261126150000 } from './20261126150000-counted-totals.ts';
import { Migration20261126151000 } from './20261126151000-scheduled.ts';
import { Migration20261126210000 } from './20261126210000-one-table-of-changes.ts';
import { Migration20261126213000 } from './20261126213000-webhook-messages-by-themselves.ts';
import { Migration20261127080000 } from './20261127080000-free-events.ts';
import { Migration20261127115150 } from './20261127115150-uploads.ts';
import { Migration20261127115230 } from './20261127115230-sessions.ts';
import { Migration20261127115231 } from './20261127115231-passwords-of-sessions.ts';
import { Migration20261127115455 } from './20261127115455-pictures.ts';
import { Migration20261127115456 } from './20261127115456-indexes-of-pictures.ts';
import { Migration20261127155500 } from './20261127155500-counts-of-terms-at-once.ts';

/** All migrations, oldest first. Written by `npm run migration:create`. */
export const migrationsList: readonly MigrationObject[] = [
  { name: '20261123200000-long-events', class: Migration20261123200000 },
  { name: '20261126150000-counted-totals', class: Migration20261126150000 },
  { name: '20261126151000-scheduled', class: Migration20261126151000 },
  { name: '20261126210000-one-table-of-changes', class: Migration20261126210000 },
  { name: '20261126213000-webhook-messages-by-themselves', class: Migration20261126213000 },
  { name: '20261127080000-free-events', class: Migration20261127080000 },
  { name: '20261127115150-uploads', class: Migration20261127115150 },
  { name: '20261127115230-sessions', class: Migration20261127115230 },
  { name: '20261127115231-passwords-of-sessions', class: Migration20261127115231 },
  { name: '20261127115455-pictures', class: Migration20261127115455 },
  { name: '20261127115456-indexes-of-pictures', class: Migration20261127115456 },
  { name: '20261127155500-counts-of-terms-at-once', class: Migration20261127155500 },
];
