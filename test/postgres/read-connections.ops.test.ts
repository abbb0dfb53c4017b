import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { pause } from '../support/eventually.ts';
import { type MuteProxy, startMuteProxy } from '../support/mute-proxy.ts';

/** Where anonymous callers read when a connection is lost, with no other connection to spare. */
const timeouts = { wait: 4_000, connect: 4_000, statement: 8_000, lock: 4_000, idle: 4_000 };
let files: TestDatabase;
let proxy: MuteProxy;
let database: Database;
const isAway = (): boolean => database.primary.isAway;
beforeAll(async () => {
  files = await createEmptyDatabase();
  proxy = await startMuteProxy(files.url);
  const options = { entities: [], size: 1, timeouts, mayBeStale: isAway };
  database = await openDatabase(proxy.url, options);
});
afterAll(async () => {
  await database.close();
  await proxy.stop();
  await files.drop();
});

const slow = (db: Database['reads']) => sql<{ n: number }>`select 1 as n from pg_sleep(0.5)`.execute(db);

test('a statement whose connection was lost is run once more, in its place', async () => {
  const answer = slow(database.reads);
  await pause(200);
  proxy.cut();
  expect((await answer).rows).toEqual([{ n: 1 }]);
  expect((await slow(database.reads)).rows).toEqual([{ n: 1 }]);
});

test('one that is wrong, or takes too long, is not', async () => {
  await expect(sql`select 1 / 0`.execute(database.reads)).rejects.toMatchObject({ code: '22012' });
  const late = sql`set statement_timeout = 100; select pg_sleep(5)`.execute(database.reads);
  await expect(late).rejects.toMatchObject({ code: '57014' });
});

test('while the primary is silent some wait for it, and others do not', async () => {
  const patient = slow(database.reads);
  await pause(100);
  proxy.mute('all');
  const begun = performance.now();
  const impatient = slow(database.impatientReads);
  await expect(impatient).rejects.toMatchObject({ message: 'no primary of the database answers' });
  expect(performance.now() - begun).toBeLessThan(1_500);
  await expect(slow(database.impatientReads)).rejects.toThrow('no primary');
  // As before, it is given up after three seconds.
  await expect(patient).rejects.toBeDefined();
  expect(performance.now() - begun).toBeGreaterThan(1_500);
  proxy.unmute();
  expect((await slow(database.reads)).rows).toEqual([{ n: 1 }]);
});
