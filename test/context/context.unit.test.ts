import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { ANONYMOUS } from '../../src/domain/access/caller.ts';
import { type Context, createContext, forkContext, type Loader } from '../../src/domain/context/context.ts';
import { load } from '../../src/platform/cache/loaders.ts';
import { openOrm, type ReadDb } from '../../src/platform/postgres/orm.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { SETTINGS } from '../graphql/harness.ts';

const NOW = new Date('2031-03-01T12:00:00Z');
/** Builds statements, and answers no rows. */
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const orm = await openOrm('postgres://nobody@127.0.0.1:1/nothing', 1, DATABASE_SCHEMA.entities);
const urls = { site: 'https://cal.test', host: 'cal.test', rest: 'https://cal.test/calendar/events/v1' };
const context = (): Context =>
  createContext({
    settings: SETTINGS,
    urls,
    caller: ANONYMOUS,
    now: NOW,
    db,
    orm,
  });

/** Every way of reading; the compiler insists on those that are added. */
const READS: Record<keyof ReadDb, (db: ReadDb) => unknown> = {
  selectFrom: (db) => db.selectFrom('event').select('id').execute(),
  with: (db) => db.with('one', (inner) => inner.selectFrom('event').select('id')),
  withRecursive: (db) => db.withRecursive('one', (inner) => inner.selectFrom('event').select('id')),
  executeQuery: (db) => db.executeQuery(sql`select 1`.compile(db)),
  getExecutor: (db) => sql`select 1`.execute(db),
  fn: (db) => db.fn.countAll(),
};

test.each(Object.entries(READS))(
  'an answer that is read by db.%s depends on everything, and on the clock',
  async (_name, read) => {
    const tracked = context();
    await read(tracked.db.tracked);
    expect(tracked.dependencies).toMatchObject({
      dependsOnEverything: false,
      freshUntil: '9999-12-31 23:59:59',
    });
    const untracked = context();
    await read(untracked.db);
    expect(untracked.dependencies).toMatchObject({
      dependsOnEverything: true,
      freshUntil: '2031-03-01 12:00:01',
    });
  },
);

test('a copy with something else is the same request; a fork has loaded nothing yet', async () => {
  const batches: number[][] = [];
  const loader: Loader<number, number> = {
    batch: async (_context, ids) => {
      batches.push([...ids]);
      return ids;
    },
  };
  const request = context();
  await load(request, loader, 1);
  const copy: Context = { ...request, settings: { ...request.settings, perPage: 1 } };
  await load(copy, loader, 1);
  expect(batches).toEqual([[1]]);
  await load(forkContext(copy), loader, 1);
  expect(batches).toEqual([[1], [1]]);
  void forkContext(copy).clock.now;
  expect(request.dependencies.freshUntil).toBe('2031-03-01 12:00:01');
});
