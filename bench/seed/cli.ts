import { Command, InvalidArgumentError } from 'commander';
import { ConfigError, loadConfig } from '../../src/app/config.ts';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { EmbeddedDatabaseError, startEmbedded } from '../../src/platform/embedded-postgres/index.ts';
import { redactedAddress } from '../../src/platform/postgres/address.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { DatabaseError } from '../../src/platform/postgres/wait-for-database.ts';
import { NotEmptyError, seedWorld, worldOf } from './seed.ts';

const MAX_EVENTS = 10_000_000;

function eventCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > MAX_EVENTS)
    throw new InvalidArgumentError(`It takes a whole number from 1 to ${MAX_EVENTS}.`);
  return count;
}

/** @returns a sentence about the result */
async function seed(events: number): Promise<string> {
  const config = loadConfig(process.env);
  const database =
    config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log: () => {} }) : null;
  try {
    const url = database?.url ?? config.databaseUrl ?? '';
    await migrateDatabase(url, DATABASE_SCHEMA);
    const seconds = await seedWorld(url, worldOf(events));
    const where = database
      ? `the embedded database in ${config.dataDir}`
      : `the database at ${redactedAddress(url)}`;
    return `Created ${events} events and their linked records in ${where}; that took ${seconds.toFixed(1)} s.`;
  } finally {
    await database?.stop();
  }
}

/** Errors that are reported by their message alone. */
const isExpected = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof EmbeddedDatabaseError ||
  error instanceof DatabaseError ||
  error instanceof NotEmptyError ||
  // Errors of PostgreSQL or the network: the message is sufficient, the stack does not help.
  (error instanceof Error && 'code' in error);

const program = new Command('npm run seed --')
  .description(
    'Fills an empty database with deterministic data for measurements: the database of DATABASE_URL, or the embedded one in DATA_DIR. All or nothing.',
  )
  .option('--events <number>', 'number of events', eventCount, 10_000)
  .showHelpAfterError('See --help.')
  .action(async ({ events }: { events: number }) => {
    try {
      process.stdout.write(`${await seed(events)}\n`);
    } catch (error) {
      if (!isExpected(error)) throw error;
      process.stderr.write(`Nothing was seeded. ${error.message}\n`);
      process.exitCode = 1;
    }
  });

await program.parseAsync();
