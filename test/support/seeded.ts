import { seedWorld, worldOf } from '../../bench/seed/seed.ts';
import { copyOf, exclusively, TEMPLATE, type TestDatabase } from './database.ts';

/** A database of its own with this many events; each number is seeded once per run, and copied. */
export async function createSeededDatabase(events: number): Promise<TestDatabase> {
  const name = `calendar_seeded_${events}`;
  await exclusively(name, async (admin) => {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    const { url } = await copyOf(TEMPLATE, `${name}_unfinished`);
    await seedWorld(url, worldOf(events));
    await admin.query(`alter database ${name}_unfinished rename to ${name}`);
  });
  return copyOf(name);
}
