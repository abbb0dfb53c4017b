import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { ANONYMOUS } from '../../src/domain/access/caller.ts';
import { type Context, createContext, forkContext, type Loader } from '../../src/domain/context/context.ts';
import { load } from '../../src/platform/cache/loaders.ts';
import { openOrm } from '../../src/platform/postgres/orm.ts';
import type { Tables } from '../../src/platform/postgres/tables.ts';
import { SETTINGS } from '../graphql/harness.ts';

const NOW = new Date('2031-03-01T12:00:00Z');
/** Builds statements, and returns no rows. */
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

test.each<[how: string, until: string, read: (clock: Context['clock']) => unknown]>([
  ['nothing of the clock', '9999-12-31 23:59:59', () => {}],
  ['the current time', '2031-03-01 12:00:01', ({ now }) => now],
  ['the current time in UTC', '2031-03-01 12:00:01', ({ nowUtc }) => nowUtc],
  ['the day', '2031-03-02 00:00:00', ({ today }) => today],
  [
    'whether a later instant has passed',
    '2031-03-01 18:00:00',
    (clock) => clock.hasReached('2031-03-01 18:00:00'),
  ],
  [
    'whether an earlier instant has passed',
    '9999-12-31 23:59:59',
    (clock) => clock.hasReached('2031-03-01 12:00:00'),
  ],
  [
    'a period until a later instant',
    '2031-03-01 15:00:00',
    (clock) => clock.withExpiry(async () => ({ until: '2031-03-01 15:00:00' })),
  ],
])('a response that reads %s is valid until %s', async (_how, until, read) => {
  const { clock } = context();
  await read(clock);
  expect(clock.validUntil).toBe(until);
});

test('while a transaction of a request runs, the request loads nothing', async () => {
  const request = context();
  const loader: Loader<number, number> = { batch: async (_context, ids) => ids };
  const { promise, resolve } = Promise.withResolvers<void>();
  const written = request.writes.track(promise);
  expect(() => load(request, loader, 1)).toThrow(/through the transaction/);
  resolve();
  await written;
  expect(await load(request, loader, 1)).toBe(1);
});

test('a copy with other properties is the same request; a fork has loaded nothing yet', async () => {
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
  expect(request.clock.validUntil).toBe('2031-03-01 12:00:01');
});
