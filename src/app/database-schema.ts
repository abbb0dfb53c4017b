import { fileURLToPath } from 'node:url';
import { migrationsList } from '../domain/migrations/index.ts';
import { entitiesOf } from '../domain/resource/resource.ts';
import type { Schema } from '../platform/postgres/migration-options.ts';
import * as resources from './resources.ts';

/** The entities of all resources, and the migrations that create their tables. */
export const DATABASE_SCHEMA: Schema = { entities: entitiesOf(resources), migrations: migrationsList };

/** Where new migrations are written. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../domain/migrations/', import.meta.url));
