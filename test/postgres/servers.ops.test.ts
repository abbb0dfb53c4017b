import { createServer, type Server, type Socket } from 'node:net';
import { withDatabase } from '../../src/app/cli/database.ts';
import { loadConfig } from '../../src/app/config.ts';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { readAddress, redactedAddress } from '../../src/platform/postgres/address.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import type { Orm } from '../../src/platform/postgres/orm.ts';
import { waitForDatabase } from '../../src/platform/postgres/wait-for-database.ts';
import { eventually } from '../support/eventually.ts';
import { type Primary, type Replica, startPrimary, together } from '../support/replicas.ts';

/** Addresses that name several servers: who is asked, and who is taken. */
test.each([
  ['postgres://u:p@one:5432,two:5433/db', ['postgres://u:p@one:5432/db', 'postgres://u:p@two:5433/db'], true],
  [
    'postgresql://[::1],two/db?sslmode=require',
    ['postgresql://[::1]/db?sslmode=require', 'postgresql://two/db?sslmode=require'],
    true,
  ],
  ['postgres://u:p%40@%2Frun%2Fpg/db', ['postgres://u:p%40@%2Frun%2Fpg/db'], true],
  [
    'postgres://one/db?target_session_attrs=read-write',
    ['postgres://one/db?target_session_attrs=read-write'],
    true,
  ],
  ['postgres://one/db?target_session_attrs=any', ['postgres://one/db?target_session_attrs=any'], false],
])('%s', (text, servers, isForWriting) => {
  expect(readAddress(text)).toEqual({ servers, isForWriting });
});

test.each([
  'postgres://one,/db',
  'postgres://,one/db',
  'postgres://one:x,two/db',
  'postgres://one,two',
  'postgres://one,two/',
  'mysql://one,two/db',
  'postgres://one/db?host=two,three',
  'postgres://one,two/db?target_session_attrs=standby',
])('%s is no such address', (text) => {
  expect(readAddress(text)).toBeUndefined();
});

test('messages name all servers, and no password', () => {
  expect(redactedAddress('postgres://u:secret@one:5432,%2Frun%2Fpg/db?x=1')).toBe('one:5432,/run/pg/db');
});

describe('of several servers', () => {
  let primary: Primary;
  let replica: Replica;
  let silent: Server;
  const sockets: Socket[] = [];
  let mute: string;
  let closed: string;
  beforeAll(async () => {
    primary = await startPrimary();
    replica = await primary.replica();
    silent = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const at = new URL(primary.url);
    const port = typeof address === 'object' && address ? address.port : 0;
    mute = `postgres://${at.username}:${at.password}@127.0.0.1:${port}/calendar`;
    closed = mute.replace(`:${port}/`, ':1/');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await primary.stop();
  });

  /** Whether it is a standby that was reached. */
  async function standby(url: string): Promise<boolean | undefined> {
    const { client } = await waitForDatabase(url, { connectMs: 4_000 });
    try {
      const { rows } = await client.query<{ yes: boolean }>('select pg_is_in_recovery() as yes');
      return rows[0]?.yes;
    } finally {
      await client.end();
    }
  }

  test('the one that takes writes is found, wherever it stands', async () => {
    expect(await standby(together(primary.url, replica.url))).toBe(false);
    expect(await standby(together(replica.url, primary.url))).toBe(false);
    expect(await standby(together(closed, replica.url, primary.url))).toBe(false);
  });

  test('one that is silent costs much less than the limit', async () => {
    const start = performance.now();
    expect(await standby(together(mute, primary.url))).toBe(false);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(sockets.length).toBeGreaterThan(0);
  });

  test('a standby is no place to write to; by "any" it will do', async () => {
    const alone = /cannot be reached: it takes no writes at present, as a standby does/;
    await expect(standby(replica.url)).rejects.toThrow(alone);
    await expect(standby(together(closed, replica.url))).rejects.toThrow(/ECONNREFUSED.*takes no writes/);
    expect(await standby(`${replica.url}?target_session_attrs=any`)).toBe(true);
  });

  test('commands of the console find it, too, and run the migrations there', async () => {
    const config = loadConfig({ DATABASE_URL: together(replica.url, primary.url) });
    const read = ({ orm }: { orm: Orm }) => orm.em.getConnection().execute('select from event');
    await expect(withDatabase(config, read)).rejects.toThrow('There is no calendar in the database');
    const rows = await withDatabase(config, read, { create: true });
    expect(rows).toEqual([]);
    expect(await primary.query(`select to_regclass('event') is not null as there`)).toEqual([
      { there: true },
    ]);
  });

  test('a start waits for a standby to be promoted', async () => {
    const said: string[] = [];
    const onWait = (line: string): void => void said.push(line);
    const started = migrateDatabase(together(closed, replica.url), DATABASE_SCHEMA, {
      waitMs: 20_000,
      onWait,
    });
    await eventually('it says what it waits for', () => said.length > 0);
    expect(said[0]).toMatch(/^Waiting for the database at .*takes no writes at present/);
    await replica.promote();
    expect(await started).toEqual({ acceptsSettings: true });
  });
});
