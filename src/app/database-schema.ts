import { fileURLToPath } from 'node:url';
import { migrationsList } from '../domain/migrations/index.ts';
import { storedBy } from '../domain/resource/resource.ts';
import type { Schema } from '../platform/postgres/migration-options.ts';
import * as resources from './resources.ts';

/** What the database holds: the entities of all resources, and the migrations that make their tables. */
export const DATABASE_SCHEMA: Schema = { entities: storedBy(resources), migrations: migrationsList };

/** Where migrations are written to. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../domain/migrations/', import.meta.url));
