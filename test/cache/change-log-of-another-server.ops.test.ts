import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { ChangeLog } from '../../src/platform/cache/change-log.ts';
import { migrateDatabase } from '../../src/platform/postgres/migrate.ts';
import { kysely, type Orm, openOrm } from '../../src/platform/postgres/orm.ts';
import { eventually } from '../support/eventually.ts';
import { type MuteProxy, startMuteProxy } from '../support/mute-proxy.ts';
import { type Primary, startPrimary } from '../support/replicas.ts';

/** The change log when another server, with another history, serves the next read. */
let primary: Primary;
let proxy: MuteProxy;
let orm: Orm;
beforeAll(async () => {
  primary = await startPrimary();
  await migrateDatabase(primary.url, DATABASE_SCHEMA);
  proxy = await startMuteProxy(primary.url);
  orm = await openOrm(proxy.url, 1, DATABASE_SCHEMA.entities);
});
afterAll(async () => {
  await orm.close();
  await proxy.stop();
  await primary.stop();
});

const tag = (n: number): string =>
  `insert into term (taxonomy, name, name_key, slug) values ('post_tag', 'tag ${n}', 'tag ${n}', 'tag-${n}')`;

test('on a server with another history anything may have changed, although no read failed', async () => {
  const replica = await primary.replica();
  const log = new ChangeLog(kysely(orm.em));
  expect(await log.read()).toBeNull();
  await replica.caughtUp();
  await replica.detach();
  await primary.query(tag(1));
  expect(await log.read()).toMatchObject([{ kind: 'term', id: 1, operation: 'insert', write: null }]);
  await replica.promote();
  // Same transaction as the lost one, so it would count as known.
  await replica.query(tag(2));
  await elsewhere(replica.url);
  expect(await log.read()).toBeNull();
  await replica.query(tag(3));
  expect(await log.read()).toMatchObject([{ kind: 'term', operation: 'insert' }]);
  await elsewhere(primary.url);
  expect(await log.read()).toBeNull();
});

/** The connection ends between two reads, so that neither fails, and the next one reaches the other server. */
async function elsewhere(url: string): Promise<void> {
  proxy.lead(url);
  proxy.cut();
  const pool = await orm.driver.getConnection().getNativeClient();
  await eventually('no connection is left', () => pool.totalCount === 0);
}
