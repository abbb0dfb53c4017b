import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { NO_TIMEOUTS } from '../../src/platform/postgres/timeouts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A start that failed at once, because its port was taken, never ended. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('connections that are still being opened are closed, too', async () => {
  const opened = await openDatabase(database.url, {
    size: 3,
    timeouts: NO_TIMEOUTS,
    entities: DATABASE_SCHEMA.entities,
  });
  const probing = opened.probe();
  // Kysely has asked for a connection by then, and has not got it.
  await new Promise((resolve) => setImmediate(resolve));
  await opened.close();
  await probing;
});
