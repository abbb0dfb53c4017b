import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { graphql } from 'graphql';
import { sql } from 'kysely';
import pg from 'pg';
import type { AuditEntry } from '../../src/domain/access/audit.ts';
import { PasswordKeys } from '../../src/domain/access/password-keys.ts';
import { createWebhook } from '../../src/domain/webhooks/webhooks.ts';
import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { rightsOf } from '../access/rights.ts';
import { errorOf } from '../support/answer.ts';
import { eventually } from '../support/eventually.ts';
import { ROLE_NAMES } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { add, root, run as runAlone, schema, store, withUsers } from '../users/run.ts';
import {
  addUser,
  allNoted,
  attempted,
  command,
  count,
  event,
  execute,
  hurry,
  listening,
  send,
  server,
  types,
  withService,
} from './hooks.ts';

/** Webhooks in GraphQL. */
async function run(operation: string, variables: object = {}) {
  const { data, errors } = await server.graphql(operation, { ...variables });
  if (errors?.[0]) throw new Error(JSON.stringify(errors));
  return JSON.parse(JSON.stringify(data));
}

const CREATE = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { secret webhook {
    databaseId url types isActive createdAt pendingCount parkedCount lastError deliveredAt user { login } } }
}`;
const DELIVERIES = `query ($id: Int!, $filter: WebhookDeliveryFilter, $first: Int, $after: String) {
  webhook(by: { databaseId: $id }) {
    pendingCount parkedCount lastError deliveredAt isActive
    deliveries(filter: $filter, first: $first, after: $after) { totalCount pageInfo { endCursor hasNextPage } nodes {
      id messageId type kind recordId recordDatabaseId createdAt state attempts httpStatus error nextAttemptAt finishedAt
    } } } }`;
/** Deliveries in one state. */
const inState = (state: string): object => ({ filter: { states: [state] } });
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

describe('on a service that may send to this machine', () => {
  withService();

  test('creating a webhook shows its secret this once, and the webhook gets stored records', async () => {
    const receiver = await listening();
    await addUser('sub', 'SUBSCRIBER');
    const input = { url: receiver.url, types: ['EVENT_ALL', 'EVENT_ALL'], user: { login: 'SUB' } };
    const { createWebhook: created } = await run(CREATE, { input });
    expect(created).toEqual({
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      webhook: {
        databaseId: expect.any(Number),
        url: receiver.url,
        types: ['EVENT_ALL'],
        isActive: true,
        createdAt: INSTANT,
        pendingCount: 0,
        parkedCount: 0,
        lastError: null,
        deliveredAt: null,
        user: { login: 'sub' },
      },
    });
    receiver.secret = created.secret;
    const id = await event('Jazz', { venue: { venue: 'Barn' } });
    await count(receiver, 1);
    expect(types(receiver)).toEqual(['event.created']);
    const { webhooks } = await run('{ webhooks { totalCount nodes { databaseId url user { login } } } }');
    expect(webhooks).toEqual({
      totalCount: 1,
      nodes: [{ databaseId: created.webhook.databaseId, url: receiver.url, user: { login: 'sub' } }],
    });
    await eventually('it is noted', async () => {
      const { webhook } = await run(DELIVERIES, { id: created.webhook.databaseId });
      return webhook.deliveredAt !== null;
    });
    const { webhook } = await run(DELIVERIES, {
      id: created.webhook.databaseId,
      ...inState('DELIVERED'),
    });
    expect(webhook.deliveries.nodes).toEqual([
      {
        id: expect.any(String),
        messageId: receiver.received[0]?.messageId,
        type: 'EVENT_CREATED',
        kind: 'EVENT',
        recordId: encodeGlobalId('Event', id),
        recordDatabaseId: id,
        createdAt: INSTANT,
        state: 'DELIVERED',
        attempts: 1,
        httpStatus: 200,
        error: null,
        nextAttemptAt: null,
        finishedAt: webhook.deliveredAt,
      },
    ]);
  });

  test('by default a webhook belongs to the caller, and gets every type', async () => {
    const { createWebhook } = await run(CREATE, { input: { url: 'http://127.0.0.1:1/told' } });
    expect(createWebhook.webhook).toMatchObject({ types: ['ALL'], user: { login: 'admin' } });
  });

  test('a failed message is shown with its next attempt; a parked message is sent again with its id', async () => {
    const receiver = await listening();
    const { createWebhook } = await run(CREATE, { input: { url: receiver.url, types: ['EVENT_CREATED'] } });
    const { databaseId: id } = createWebhook.webhook;
    receiver.secret = createWebhook.secret;
    receiver.answers.push(503);
    await event('Jazz');
    const failed = await eventually('it has failed', async () => {
      const { webhook } = await run(DELIVERIES, { id, ...inState('PENDING') });
      return webhook.lastError && webhook;
    });
    const [message] = failed.deliveries.nodes;
    expect(failed).toMatchObject({ pendingCount: 1, parkedCount: 0, lastError: 'status 503' });
    expect(message).toMatchObject({ attempts: 1, httpStatus: 503, error: null, finishedAt: null });
    expect(message.nextAttemptAt >= message.createdAt).toBe(true);
    await execute(`update webhook_message set state = 'parked', done_utc = now()`);
    const parked = await run(DELIVERIES, { id, ...inState('PARKED') });
    expect(parked.webhook).toMatchObject({ pendingCount: 0, parkedCount: 1, deliveries: { totalCount: 1 } });
    const both = { filter: { states: ['PARKED', 'PENDING'] } };
    expect((await run(DELIVERIES, { id, ...both })).webhook.deliveries).toMatchObject({ totalCount: 1 });
    expect((await run(DELIVERIES, { id, ...inState('PENDING') })).webhook.deliveries).toMatchObject({
      totalCount: 0,
      nodes: [],
    });
    const replay = `mutation ($id: Int!, $since: DateInput) { replayWebhook(by: { databaseId: $id }, since: $since) {
        messageCount webhook { pendingCount } } }`;
    expect(await run(replay, { id })).toEqual({
      replayWebhook: { messageCount: 1, webhook: { pendingCount: 1 } },
    });
    await count(receiver, 1);
    expect(receiver.received[0]?.messageId).toBe(message.messageId);
    await eventually('it is noted', async () => (await run(DELIVERIES, { id })).webhook.deliveredAt);
    expect(await run(replay, { id })).toMatchObject({ replayWebhook: { messageCount: 0 } });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await run(replay, { id, since })).toMatchObject({ replayWebhook: { messageCount: 1 } });
    await count(receiver, 2);
    expect(receiver.received[1]?.messageId).toBe(message.messageId);
    const one = `mutation ($id: Int!, $messageId: String, $since: DateInput) {
      replayWebhook(by: { databaseId: $id }, messageId: $messageId, since: $since) { messageCount } }`;
    const { messageId } = message;
    expect(await run(one, { id, messageId })).toEqual({ replayWebhook: { messageCount: 1 } });
    await count(receiver, 3);
    expect(receiver.received[2]?.messageId).toBe(messageId);
    const problem = async (variables: object) =>
      (await server.graphql(one, { id, ...variables })).errors?.[0]?.extensions;
    expect(await problem({ messageId: 'msg_none' })).toMatchObject({ code: 'NOT_FOUND' });
    expect(await problem({ messageId, since })).toMatchObject({ params: { messageId: expect.any(String) } });
  });

  test('a disabled webhook gets no new messages, and continues with its pending ones', async () => {
    const receiver = await listening();
    const { createWebhook } = await run(CREATE, { input: { url: receiver.url, types: ['EVENT_CREATED'] } });
    const { databaseId: id } = createWebhook.webhook;
    receiver.secret = createWebhook.secret;
    receiver.answers.push(503);
    await event('Before');
    await eventually('it has failed', async () => (await run(DELIVERIES, { id })).webhook.lastError);
    const change = `mutation ($id: Int!, $input: UpdateWebhookInput!) {
        updateWebhook(by: { databaseId: $id }, input: $input) { webhook { isActive url types } } }`;
    expect(await run(change, { id, input: { isActive: false } })).toMatchObject({
      updateWebhook: { webhook: { isActive: false } },
    });
    await event('Meanwhile');
    await allNoted();
    expect(receiver.received).toEqual([]);
    expect(await run(change, { id, input: { isActive: true, types: ['EVENT_ALL'], url: null } })).toEqual({
      updateWebhook: { webhook: { isActive: true, types: ['EVENT_ALL'], url: receiver.url } },
    });
    await attempted();
    await hurry();
    await count(receiver, 1);
    const later = await event('After');
    await count(receiver, 2);
    expect(receiver.received.map(({ data }) => data.record?.title)).toEqual(['Before', 'After']);
    const other = await listening();
    other.secret = receiver.secret;
    await run(change, { id, input: { url: other.url } });
    await send('PATCH', `/events/${later}`, { title: 'Elsewhere' });
    await count(other, 1);
    expect(receiver.received.length).toBe(2);
  });

  test('a new secret signs all later messages, also those rejected with the old one', async () => {
    const receiver = await listening();
    const { createWebhook } = await run(CREATE, { input: { url: receiver.url, types: ['EVENT_CREATED'] } });
    const { databaseId: id } = createWebhook.webhook;
    const { renewWebhookSecret: renewed } = await run(
      `mutation { renewWebhookSecret(by: { databaseId: ${id} }) { secret webhook { databaseId } } }`,
    );
    expect(renewed.secret).not.toBe(createWebhook.secret);
    receiver.secret = createWebhook.secret;
    await event('Jazz');
    await eventually(
      'it was refused',
      async () => (await run(DELIVERIES, { id })).webhook.lastError === 'status 401',
    );
    receiver.secret = renewed.secret;
    await attempted();
    await hurry();
    await count(receiver, 1);
  });

  test('an unknown user gets no webhook', async () => {
    const { errors } = await server.graphql(CREATE, {
      input: { url: 'http://127.0.0.1:1/', user: { login: 'nobody-at-all' } },
    });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect(await execute('select 1 from webhook')).toEqual([]);
  });

  test('deleting a webhook deletes its pending messages; later it is not found', async () => {
    const { createWebhook } = await run(CREATE, {
      input: { url: 'http://127.0.0.1:1/', types: ['EVENT_ALL'] },
    });
    const { databaseId: id } = createWebhook.webhook;
    const globalId = encodeGlobalId('Webhook', id);
    await event('Jazz');
    await eventually('it waits', async () => (await run(DELIVERIES, { id })).webhook.pendingCount === 1);
    expect(
      await run(
        `mutation { deleteWebhook(by: { id: "${globalId}" }) {
          deletedId webhook { databaseId url pendingCount user { login } deliveries { totalCount } } } }`,
      ),
    ).toEqual({
      deleteWebhook: {
        deletedId: globalId,
        webhook: {
          databaseId: id,
          url: 'http://127.0.0.1:1/',
          pendingCount: 0,
          user: { login: 'admin' },
          deliveries: { totalCount: 0 },
        },
      },
    });
    expect(await execute('select 1 from webhook_message')).toEqual([]);
    const by = `{ databaseId: ${id} }`;
    for (const operation of [
      `{ webhook(by: ${by}) { id } }`,
      `mutation { deleteWebhook(by: ${by}) { deletedId } }`,
      `mutation { updateWebhook(by: ${by}, input: { isActive: true }) { webhook { id } } }`,
      `mutation { renewWebhookSecret(by: ${by}) { secret } }`,
      `mutation { replayWebhook(by: ${by}) { messageCount } }`,
    ]) {
      const { errors } = await server.graphql(operation);
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    }
  });

  test('messages are paged, newest first, however large their numbers are', async () => {
    const { createWebhook } = await run(CREATE, {
      input: { url: 'http://127.0.0.1:1/', types: ['TAG_ALL'] },
    });
    const { databaseId: id } = createWebhook.webhook;
    await execute(`insert into webhook_message (number, webhook_id, message_id, type, kind, record_id, at_utc, state)
      select 3000000000 + n, ${id}, 'msg_' || n, 'tag.created', 'tag', n, '2031-01-01', 'skipped' from generate_series(1, 25) as n`);
    const seen: { id: string; recordDatabaseId: number }[] = [];
    let after: string | null = null;
    do {
      const { webhook } = await run(DELIVERIES, { id, first: 10, after });
      seen.push(...webhook.deliveries.nodes);
      after = webhook.deliveries.pageInfo.hasNextPage ? webhook.deliveries.pageInfo.endCursor : null;
      expect(webhook.deliveries.totalCount).toBe(25);
    } while (after);
    expect(seen.map((one) => one.recordDatabaseId)).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
    const ids = seen.map((one) => one.id);
    expect(new Set(ids).size).toBe(25);
    // Each is found by its global ID, too.
    const nodes =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on WebhookDelivery { recordDatabaseId } } }';
    expect(await run(nodes, { ids })).toEqual({
      nodes: seen.map((one) => ({ id: one.id, recordDatabaseId: one.recordDatabaseId })),
    });
  });

  test('the secret is in no stored response, and not in the database', async () => {
    const headers = { ...server.admin, 'idempotency-key': randomUUID() };
    const variables = { input: { url: 'http://127.0.0.1:1/' } };
    const { errors } = await server.graphql(CREATE, variables, headers);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST', status: 400 });
    expect(await execute('select 1 from webhook')).toEqual([]);
    const { createWebhook } = await run(CREATE, variables);
    const secret = String(createWebhook.secret).replace('whsec_', '');
    const tables = await execute(
      `select table_name from information_schema.tables where table_schema = 'public'`,
    );
    const dump: string[] = [];
    for (const { table_name: name } of tables)
      dump.push(JSON.stringify(await execute(`select to_jsonb(one) as row from "${name}" as one`)));
    const text = dump.join('');
    expect(text).toContain('http://127.0.0.1:1/');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret, 'base64').toString('hex'));
    // A request with a key may omit the secret; then it can be repeated, and creates one webhook.
    const keyed = { ...server.admin, 'idempotency-key': randomUUID() };
    const short =
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } } }';
    const first = await server.graphql(short, variables, keyed);
    expect(first.errors).toBeUndefined();
    expect(await server.graphql(short, variables, keyed)).toEqual(first);
    expect((await execute('select 1 from webhook')).length).toBe(2);
  });

  test('the command line and GraphQL manage the same webhooks', async () => {
    const { text } = await command(
      'add',
      'http://127.0.0.1:1/cli',
      '--user',
      'admin',
      '--types',
      'venue.*',
      '--json',
    );
    const { id } = JSON.parse(text);
    expect(await run(`{ webhook(by: { databaseId: ${id} }) { url types } }`)).toEqual({
      webhook: { url: 'http://127.0.0.1:1/cli', types: ['VENUE_ALL'] },
    });
    await run(CREATE, { input: { url: 'http://127.0.0.1:1/graphql' } });
    expect(JSON.parse((await command('list', '--json')).text)).toMatchObject([
      { id, user: 'admin', isActive: true },
      { url: 'http://127.0.0.1:1/graphql', types: ['*'], pending: 0 },
    ]);
  });
});

describe('without a service', () => {
  withUsers();

  test('the log has the actor, the action and the webhook, without secret and address', async () => {
    const audited: AuditEntry[] = [];
    const access = { keys: new PasswordKeys(undefined), audit: (entry: AuditEntry) => audited.push(entry) };
    const input = {
      url: 'https://192.0.2.1/',
      types: ['*'],
      user: { databaseId: root },
      nowUtc: '2031-03-01 12:00:00',
    };
    const { id } = (await createWebhook(store.em, access.keys, input)).webhook;
    for (const field of [
      `updateWebhook(by: { databaseId: ${id} }, input: { types: [TAG_ALL] }) { webhook { id } }`,
      `renewWebhookSecret(by: { databaseId: ${id} }) { secret }`,
      `replayWebhook(by: { databaseId: ${id} }) { messageCount }`,
      `deleteWebhook(by: { databaseId: ${id} }) { deletedId }`,
      `deleteWebhook(by: { databaseId: ${id} }) { deletedId }`,
    ])
      await graphql({
        schema,
        source: `mutation { ${field} }`,
        contextValue: { context: store.context('administrator', root, { access }) },
      });
    expect(audited).toEqual(
      ['webhook changed', 'webhook secret renewed', 'webhook replayed', 'webhook deleted'].map((action) => ({
        action,
        by: 'administrator',
        webhook: id,
      })),
    );
  });

  test('a list costs the same for any number of webhooks and users', async () => {
    const spy = mock.method(pg.Client.prototype, 'query');
    const keys = new PasswordKeys(undefined);
    const addFor = async (user: number): Promise<void> => {
      const input = {
        url: 'https://192.0.2.1/',
        types: ['*'],
        user: { databaseId: user },
        nowUtc: '2031-03-01 12:00:00',
      };
      const { webhook } = await createWebhook(store.em, keys, input);
      await sql`insert into webhook_message (webhook_id, message_id, type, kind, record_id, at_utc)
        select ${webhook.id}::int, 'msg_' || n, 'tag.created', 'tag', n, now() from generate_series(1, 12) as n`.execute(
        store.db,
      );
    };
    const cost = async (): Promise<number> => {
      spy.mock.resetCalls();
      const { webhooks } =
        await runAlone(`{ webhooks { totalCount nodes { databaseId pendingCount parkedCount lastError user { login role }
        all: deliveries { totalCount nodes { messageId } }
        parkedOnes: deliveries(filter: { states: [PARKED] }, first: 2) { totalCount nodes { type } } } } }`);
      expect(JSON.stringify(webhooks).match(/"pendingCount":12/g)?.length).toBe(Object(webhooks).totalCount);
      return spy.mock.callCount();
    };
    try {
      for (let n = 0; n < 2; n++) await addFor(root);
      // The first request opens connections.
      await cost();
      const few = await cost();
      for (let n = 0; n < 6; n++) await addFor((await add(`user${n}`)).databaseId);
      expect(few).toBeGreaterThan(4);
      expect(await cost()).toBe(few);
    } finally {
      spy.mock.restore();
    }
  });
});

describe('on any other service', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ roles: true });
  });
  afterAll(() => world.stop());

  const problems = async (operation: string, input: object) => {
    const { errors } = await world.server.graphql(operation, { input });
    return JSON.parse(JSON.stringify(errors?.[0]?.extensions ?? {}));
  };
  const UPDATE =
    'mutation ($input: UpdateWebhookInput!) { updateWebhook(by: { databaseId: 1 }, input: $input) { webhook { id } } }';

  test.each([
    ['http://192.0.2.1/', 'does not begin with https'],
    ['https://10.0.0.1/', 'leads to the private address 10.0.0.1'],
    ['https://localhost/', 'leads to localhost, which has the private address'],
    ['https://nowhere.invalid/', 'leads nowhere'],
    ['https://me:secret@192.0.2.1/', 'has a login in it'],
    ['https://192.0.2.1:25/', 'has the port 25'],
    ['mailto:me@example.org', 'is not an https address'],
  ])('%s is rejected, with the reason at its field', async (url, reason) => {
    for (const operation of [CREATE, UPDATE]) {
      const extensions = await problems(operation, { url });
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
      expect(extensions.params['input.url']).toContain(reason);
    }
  });

  test('invalid types are rejected too, with all problems at once', async () => {
    const extensions = await problems(CREATE, { url: 'https://10.0.0.1/', types: [] });
    expect(Object.keys(extensions.params).toSorted()).toEqual(['input.types', 'input.url']);
    expect(await problems(UPDATE, { types: [] })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      params: { 'input.types': expect.any(String) },
    });
    for (const type of ['EVENT_CANCELLED', 'event.*', '*', 'TAG_TRASHED'])
      expect(await problems(UPDATE, { types: ['ALL', type] })).toMatchObject({
        status: 400,
        code: 'BAD_USER_INPUT',
        params: { 'input.types.1': expect.any(String) },
      });
  });

  test.each(ROLE_NAMES)('%s: only administrators have access, which is checked first', async (role) => {
    const { users: mayManage, refusal } = rightsOf(role);
    for (const operation of [
      '{ webhooks { totalCount } }',
      '{ webhook(by: { databaseId: 999 }) { id } }',
      'mutation { createWebhook(input: { url: "nonsense", types: [] }) { secret } }',
      'mutation { updateWebhook(by: { databaseId: 999 }, input: { url: "nonsense" }) { webhook { id } } }',
      'mutation { deleteWebhook(by: { databaseId: 999 }) { deletedId } }',
      'mutation { renewWebhookSecret(by: { databaseId: 999 }) { secret } }',
      'mutation { replayWebhook(by: { databaseId: 999 }) { messageCount } }',
      `mutation { deleteWebhook(by: { id: "${encodeGlobalId('Event', 1)}" }) { deletedId } }`,
    ]) {
      const { errors } = await world.server.graphql(operation, {}, world.headers(role));
      const [error] = errors ?? [];
      if (!mayManage) expect(error?.extensions).toMatchObject(errorOf('GraphQL', refusal, 'rest_forbidden'));
      else expect(['FORBIDDEN', 'UNAUTHENTICATED']).not.toContain(error?.extensions.code);
    }
  });

  test('REST has no webhooks', async () => {
    expect(JSON.stringify(await (await world.server.request('GET', '/')).json())).not.toMatch(/webhook/i);
    expect((await world.server.request('GET', '/webhooks')).status).toBe(404);
  });
});
