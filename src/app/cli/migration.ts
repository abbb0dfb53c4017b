import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import { startEmbedded } from '../../platform/embedded-postgres/index.ts';
import { migrateDatabase } from '../../platform/postgres/migrate.ts';
import { writeMigration } from '../../platform/postgres/migration-files.ts';
import { migrationOptions } from '../../platform/postgres/migration-options.ts';
import { type Differences, differences } from '../../platform/postgres/schema-comparison.ts';
import { DATABASE_SCHEMA, MIGRATIONS_FOLDER } from '../database-schema.ts';
import { runMain } from './console.ts';
import { program, runCommand } from './program.ts';

/** Creates a new database with all migrations, and returns its differences from the entities. */
async function missingStatements(): Promise<Differences> {
  const folder = await mkdtemp(join(tmpdir(), 'calendar-migration-'));
  const database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {}, durable: false });
  try {
    await migrateDatabase(database.url, DATABASE_SCHEMA);
    const orm = await MikroORM.init(migrationOptions(database.url, DATABASE_SCHEMA));
    try {
      return await differences(orm);
    } finally {
      await orm.close();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkMigrations(): Promise<void> {
  const { up } = await missingStatements();
  if (up.length === 0) return console.log('The migrations match the entities.');
  console.error(`A migration is missing:\n${up.map((line) => `  ${line};`).join('\n')}`);
  console.error('Create it with: npm run migration:create -- <description>');
  process.exitCode = 1;
}

async function createMigration(words: string[]): Promise<void> {
  const differences = await missingStatements();
  if (differences.up.length === 0) return console.log('Nothing to do: the migrations match the entities.');
  for (const path of await writeMigration(words.join(' '), differences, { folder: MIGRATIONS_FOLDER }))
    console.log(`Written: ${relative(process.cwd(), path)}`);
}

const command = program(
  'npm run migration:check | migration:create --',
  'Compares the entities with the tables that the migrations create, in a temporary database.',
  {
    log: console.log,
    fail: console.error,
  },
);
command.command('check').description('fails when a migration is missing').action(checkMigrations);
command
  .command('create')
  .description('writes the missing migration, and a separate one for indexes of existing tables')
  .argument('<words...>', 'description of the change')
  .action(createMigration);
await runMain(
  async () => (await runCommand(command, process.argv.slice(2))) || Number(process.exitCode ?? 0),
);
