import { parseArgs } from 'node:util';
import { loadConfig } from '../../src/config.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { seedWorld, worldOf } from './seed.ts';

/** `npm run seed -- --events 100000`: fills the configured, still empty database with a deterministic world. */
const { values } = parseArgs({ options: { events: { type: 'string', default: '10000' } } });
const events = Number(values.events);
if (!Number.isInteger(events) || events < 1 || events > 10_000_000) throw new Error('--events takes a whole number from 1 to 10000000');
const config = loadConfig(process.env);
const database = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log: () => {} }) : null;
try {
  const url = database?.url ?? config.databaseUrl ?? '';
  await migrateDatabase(url);
  const seconds = await seedWorld(url, worldOf(events));
  process.stdout.write(`${events} events seeded in ${seconds.toFixed(1)} s\n`);
} finally {
  await database?.stop();
}
