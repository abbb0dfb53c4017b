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

/** How a new database, made by all migrations, differs from the entities. */
async function missing(): Promise<Differences> {
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
  const { up } = await missing();
  if (up.length === 0) return console.log('The migrations make what the entities say.');
  console.error(`No migration makes what the entities say:\n${up.map((line) => `  ${line};`).join('\n')}`);
  console.error('Write it by: npm run migration:create -- <what it does>');
  process.exitCode = 1;
}

async function createMigration(words: string[]): Promise<void> {
  const differences = await missing();
  if (differences.up.length === 0)
    return console.log('Nothing to do: the migrations make what the entities say.');
  for (const path of await writeMigration(words.join(' '), differences, { folder: MIGRATIONS_FOLDER }))
    console.log(`Written: ${relative(process.cwd(), path)}`);
}

const command = program(
  'npm run migration:check | migration:create --',
  'Compares the entities with what the migrations make, in a database of their own.',
  {
    log: console.log,
    fail: console.error,
  },
);
command.command('check').description('fails when a migration is missing').action(checkMigrations);
command
  .command('create')
  .description(
    'writes the migration that is missing, and one of its own for indexes of tables that are there',
  )
  .argument('<words...>', 'what it does')
  .action(createMigration);
await runMain(
  async () => (await runCommand(command, process.argv.slice(2))) || Number(process.exitCode ?? 0),
);
