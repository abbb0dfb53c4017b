import { Migration20261121000000 } from './20261121000000-initial.ts';

/** All migrations, oldest first. */
export const migrationsList = [{ name: '20261121000000-initial', class: Migration20261121000000 }];
