import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { NO_TIMEOUTS } from '../../src/platform/postgres/timeouts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A start that failed at once, because its port was in use, never ended. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('connections that are still opening are closed, too', async () => {
  const opened = await openDatabase(database.url, {
    size: 3,
    timeouts: NO_TIMEOUTS,
    entities: DATABASE_SCHEMA.entities,
  });
  const probing = opened.probe();
  // By now Kysely has requested a connection, and not received it.
  await new Promise((resolve) => setImmediate(resolve));
  await opened.close();
  await probing;
});
