import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';
import { eventSource, type Listening, subscribe } from './support.ts';

let world: World;
const open: { close(): void }[] = [];
beforeAll(async () => {
  world = await openWorld({ roles: true, limits: { subscriptions: { all: 2_000, perClient: 20 } } });
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});
afterAll(() => world?.stop());

const CHANGES = `subscription ($kinds: [RecordKind!], $ids: [ID!]) {
  recordChanged(kinds: $kinds, ids: $ids) {
    type kind recordId recordDatabaseId record { id ... on Event { title } ... on Venue { name } ... on Term { name } }
  }
}`;
const eventId = (id: number): string => encodeGlobalId('Event', id);
const venueId = (id: number): string => encodeGlobalId('Venue', id);
const DAY = { start_date: '2031-04-01 20:00:00', end_date: '2031-04-01 22:00:00' };

const follow = async (
  query: string,
  variables: Record<string, unknown> = {},
  as: Parameters<World['headers']>[0] = 'anonymous',
): Promise<Listening> => {
  const listening = await subscribe(world.server.url, query, variables, world.headers(as));
  open.push(listening);
  return listening;
};
/** Messages of `recordChanged`, as `type kind title`. */
const told = ({ messages }: Listening): string[] =>
  messages.map(({ data, errors }) => {
    const change = Object(data?.recordChanged);
    const { title, name } = Object(change.record);
    return errors?.[0]?.extensions.code ?? [change.type, change.kind, title ?? name].join(' ').trim();
  });
const create = async (fields: object, kind: 'event' | 'venue' = 'event'): Promise<number> => {
  const { status, body } = await world.create('REST', kind, { ...(kind === 'event' && DAY), ...fields });
  expect(status).toBe(201);
  return Number(body.id);
};
const change = async (id: number, fields: Record<string, unknown>, kind: 'event' | 'venue' = 'event') =>
  expect((await world.change('REST', kind, id, fields)).status).toBe(200);

test('a plain EventSource receives the changes of an event', async () => {
  const venue = await create({ venue: 'Barn' }, 'venue');
  const event = await create({ title: 'Jazz', venue });
  const query = `subscription { recordChanged(ids: ["${eventId(event)}"]) {
    type recordDatabaseId record { ... on Event { title venues { name } } } } }`;
  const source = await eventSource(world.server.url, query);
  open.push(source);
  // A change of the venue counts only for the venue.
  await change(venue, { venue: 'Hall' }, 'venue');
  await change(event, { title: 'Blues' });
  await source.count(2);
  await world.remove('REST', 'event', event);
  await source.count(3);
  await change(event, { status: 'publish' });
  await source.count(4);
  const toldAs = (type: string, record: object | null) => ({
    data: { recordChanged: { type, recordDatabaseId: event, record } },
  });
  const shown = { title: 'Blues', venues: [{ name: 'Hall' }] };
  expect(source.lines).toEqual([
    'open',
    toldAs('MODIFIED', shown),
    toldAs('REMOVED', null),
    toldAs('ADDED', shown),
  ]);
});

test('each subscriber receives the changes that are visible to it', async () => {
  const [nobody, editor, author] = await Promise.all([
    follow(CHANGES, { kinds: ['EVENT'] }),
    follow(CHANGES, { kinds: ['EVENT'] }, 'editor'),
    follow(CHANGES, { kinds: ['EVENT'] }, 'author'),
  ]);
  /** Waits for this many messages of each subscriber: a message has the record as of its delivery. */
  const counts = async (ofNobody: number, ofAuthor: number, ofEditor: number): Promise<void> => {
    await Promise.all([nobody.count(ofNobody), author.count(ofAuthor), editor.count(ofEditor)]);
  };
  const event = await create({ title: 'Play', status: 'draft' });
  await counts(0, 0, 1);
  await change(event, { status: 'publish' });
  await counts(1, 1, 2);
  await change(event, { title: 'Piece' });
  await counts(2, 2, 3);
  await change(event, { author: world.ids.author, status: 'private' });
  await counts(3, 3, 4);
  await change(event, { title: 'Unseen' });
  await counts(3, 4, 5);
  await world.remove('REST', 'event', event, { force: true });
  await counts(3, 5, 6);
  expect(told(nobody)).toEqual(['ADDED EVENT Play', 'MODIFIED EVENT Piece', 'REMOVED EVENT']);
  expect(told(editor)).toEqual([
    'ADDED EVENT Play',
    'MODIFIED EVENT Play',
    'MODIFIED EVENT Piece',
    'MODIFIED EVENT Piece',
    'MODIFIED EVENT Unseen',
    'REMOVED EVENT',
  ]);
  expect(told(author)).toEqual([
    'ADDED EVENT Play',
    'MODIFIED EVENT Piece',
    'MODIFIED EVENT Piece',
    'MODIFIED EVENT Unseen',
    'REMOVED EVENT',
  ]);
  const { recordId, recordDatabaseId } = Object(editor.messages.at(-1)?.data?.recordChanged);
  const { id } = Object(Object(editor.messages[0]?.data?.recordChanged).record);
  expect([recordDatabaseId, recordId, id]).toEqual([event, eventId(event), eventId(event)]);
});

test('the same selection shows different data to callers with other rights', async () => {
  const query =
    'subscription { recordChanged(kinds: [EVENT]) { record { ... on Event { author { login } } } } }';
  const nobody = await follow(query);
  const administrator = await follow(query, {}, 'administrator');
  await create({ title: 'Signed' });
  await Promise.all([nobody.count(1), administrator.count(1)]);
  const loginIn = ({ messages }: Listening): unknown =>
    Object(Object(Object(messages[0]?.data?.recordChanged).record).author).login;
  expect([loginIn(nobody), loginIn(administrator)]).toEqual([null, expect.any(String)]);
});

test('a trashed record is reported as removed to subscribers that saw it, and to no others', async () => {
  const [shown, draft] = [
    await create({ title: 'Shown' }),
    await create({ title: 'Draft', status: 'draft' }),
  ];
  const [nobody, editor] = [await follow(CHANGES), await follow(CHANGES, {}, 'editor')];
  for (const event of [draft, shown]) await world.remove('REST', 'event', event);
  await editor.count(2);
  await nobody.count(1);
  await change(draft, { title: 'Still in the trash' });
  await change(shown, { status: 'publish' });
  await editor.count(4);
  await nobody.count(2);
  expect(told(nobody)).toEqual(['REMOVED EVENT', 'ADDED EVENT Shown']);
  expect(told(editor)).toEqual([
    'MODIFIED EVENT Draft',
    'MODIFIED EVENT Shown',
    'MODIFIED EVENT Still in the trash',
    'MODIFIED EVENT Shown',
  ]);
});

test('only changes of the followed kinds and records are reported', async () => {
  const [one, other] = [await create({ venue: 'One' }, 'venue'), await create({ venue: 'Other' }, 'venue')];
  const venues = await follow(CHANGES, { kinds: ['VENUE', 'TAG'] });
  const named = await follow(CHANGES, { ids: [venueId(one)] });
  await create({ title: 'No venue', tags: ['fresh'] });
  await change(other, { venue: 'Another' }, 'venue');
  await change(one, { venue: 'First' }, 'venue');
  await named.count(1);
  await venues.count(3);
  expect(told(venues)).toContainEqual(expect.stringMatching(/^ADDED TAG/));
  expect(told(venues).filter((line) => line.includes('VENUE'))).toEqual([
    'MODIFIED VENUE Another',
    'MODIFIED VENUE First',
  ]);
  expect(told(named)).toEqual(['MODIFIED VENUE First']);
});

test('records of several types are followed by their global IDs, and kinds select among them', async () => {
  const venue = await create({ venue: 'Here' }, 'venue');
  // Ids of events and of terms are separate numbers.
  const term = (await world.make('category', { name: 'Of any number' })).id;
  const event = await create({ title: 'There' });
  const ids = [venueId(venue), eventId(event), encodeGlobalId('Category', term)];
  const [all, venues] = [await follow(CHANGES, { ids }), await follow(CHANGES, { ids, kinds: ['VENUE'] })];
  await change(event, { title: 'Elsewhere' });
  await all.count(1);
  expect((await world.change('REST', 'category', term, { name: 'Of this number' })).status).toBe(200);
  await all.count(2);
  await change(venue, { venue: 'Anywhere' }, 'venue');
  await Promise.all([all.count(3), venues.count(1)]);
  expect(told(all)).toEqual([
    'MODIFIED EVENT Elsewhere',
    'MODIFIED CATEGORY Of this number',
    'MODIFIED VENUE Anywhere',
  ]);
  expect(told(venues)).toEqual(['MODIFIED VENUE Anywhere']);
});

test('changes of events hidden from lists are reported only to subscribers that name them', async () => {
  const event = await create({ title: 'Hidden', hide_from_listings: true });
  const [all, named] = [await follow(CHANGES), await follow(CHANGES, { ids: [eventId(event)] })];
  await change(event, { title: 'Still hidden' });
  await named.count(1);
  await create({ title: 'Shown' });
  await all.count(1);
  expect(told(all)).toEqual(['ADDED EVENT Shown']);
  await change(event, { hide_from_listings: false });
  await all.count(2);
  expect(told(all)[1]).toBe('ADDED EVENT Still hidden');
});

test('a scheduled publication is reported when it is due', async () => {
  const all = await follow(CHANGES, { kinds: ['EVENT'] });
  const before = world.moveTo('2031-03-14 12:00:00');
  await create({ title: 'Later', date: '2031-03-14 13:00:00' });
  world.moveTo('2031-03-14 13:00:01');
  await all.count(1);
  world.moveTo(before);
  expect(told(all)).toEqual(['ADDED EVENT Later']);
});

test('changes by other instances, by SQL, and of unknown records are reported', async () => {
  const event = await create({ title: 'Here' });
  const all = await follow(CHANGES, { kinds: ['EVENT'] });
  const one = await follow(CHANGES, { ids: [eventId(event)] });
  const beside = await world.beside({});
  try {
    expect((await beside.change('REST', 'event', event, { title: 'There' })).status).toBe(200);
    await all.count(1);
    await world.server.orm.em.fork().execute(`update event set title = 'By hand' where id = ${event}`);
    await all.count(2);
    // Without triggers, as in the restore of a table.
    await world.server.orm.em
      .fork()
      .execute(
        `alter table event disable trigger user; delete from event where id = ${event}; alter table event enable trigger user`,
      );
    world.server.version.invalidateAll();
    await eventually('clients have to connect again', () => all.end !== undefined && one.end !== undefined);
  } finally {
    await beside.stop();
  }
  expect(told(all)).toEqual(['MODIFIED EVENT There', 'MODIFIED EVENT By hand']);
  expect(told(one)).toEqual(told(all));
  expect(all.end).toMatch(/closed/i);
});

test('rights are current: without the role no change is reported, and without the password the subscription ends', async () => {
  const { password } = await world.newUser('leaver', 'editor');
  const headers = { authorization: `Basic ${Buffer.from(`leaver:${password}`).toString('base64')}` };
  const leaver = await follow(CHANGES, { kinds: ['EVENT'] }, headers);
  const event = await create({ title: 'Secret', status: 'draft' });
  await leaver.count(1);
  await world.query(
    'mutation { updateUser(by: { login: "leaver" }, input: { role: SUBSCRIBER }) { user { id } } }',
    world.server.admin,
  );
  await change(event, { title: 'More secret' });
  await create({ title: 'Public' });
  await leaver.count(2);
  await world.query('mutation { deleteUser(by: { login: "leaver" }) { deletedId } }', world.server.admin);
  await create({ title: 'After' });
  await eventually('it is over', () => leaver.end !== undefined);
  expect(told(leaver)).toEqual(['ADDED EVENT Secret', 'ADDED EVENT Public', 'UNAUTHENTICATED']);
  expect(leaver.end).toBe('complete');
});

test.each<[what: string, query: string, code: string, params?: string[]]>([
  ['unknown kinds', 'subscription { recordChanged(kinds: [FOO]) { type } }', 'BAD_USER_INPUT', ['kinds.0']],
  ['no kinds', 'subscription { recordChanged(kinds: []) { type } }', 'BAD_USER_INPUT', ['kinds']],
  ['invalid ids', 'subscription { recordChanged(ids: ["0"]) { type } }', 'BAD_USER_INPUT', ['ids.0']],
  [
    'unknown ids, and ids of other types',
    `subscription { recordChanged(ids: ["${eventId(99_999_999)}", "${encodeGlobalId('User', 1)}"]) { type } }`,
    'BAD_USER_INPUT',
    ['ids.0', 'ids.1'],
  ],
  ['no ids', 'subscription { recordChanged(ids: []) { type } }', 'BAD_USER_INPUT', ['ids']],
  [
    'too many ids',
    `subscription { recordChanged(ids: [${`"${eventId(1)}" `.repeat(101)}]) { type } }`,
    'BAD_USER_INPUT',
    ['ids'],
  ],
  [
    'two fields',
    'subscription { a: recordChanged { type } b: recordChanged { type } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['no field', 'subscription { recordChanged @skip(if: true) { type } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['a query', '{ events { totalCount } }', 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a mutation',
    'mutation { deleteEvent(by: { databaseId: 1 }) { deletedId } }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['half a document', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
  [
    'too many levels',
    `subscription { recordChanged { record { ${'... on Event { parent { '.repeat(20)} title ${'} } '.repeat(20)} } } }`,
    'QUERY_TOO_COMPLEX',
  ],
])('%s: a message with the error, and the end', async (_what, query, code, params = []) => {
  const { messages, end } = await (async () => {
    const listening = await follow(query);
    await eventually('it is over', () => listening.end !== undefined);
    return listening;
  })();
  expect(end).toBe('complete');
  expect(messages).toHaveLength(1);
  const [error] = messages[0]?.errors ?? [];
  expect(error).toBeDefined();
  expect(Number(Object(error?.extensions).status)).toBeLessThan(500);
  expect(error?.extensions.code).toBe(code);
  expect(Object.keys(Object(Object(error?.extensions).params)).toSorted()).toEqual(params);
});

test('records that the caller may not read cannot be followed, as if they did not exist', async () => {
  const event = await create({ title: 'Draft', status: 'draft' });
  const query = 'subscription ($ids: [ID!]) { recordChanged(ids: $ids) { type } }';
  const missing = await follow(query, { ids: [eventId(99_999_999)] });
  const hidden = await follow(query, { ids: [eventId(event)] });
  await eventually('both are over', () => missing.end && hidden.end);
  expect(hidden.messages).toEqual(missing.messages);
  const editor = await follow(query, { ids: [eventId(event)] }, 'editor');
  expect(editor.end).toBeUndefined();
});

const connect = (query: string | undefined, headers: Record<string, string> = {}) =>
  fetch(`${world.server.url}/graphql?${new URLSearchParams(query === undefined ? {} : { query })}`, {
    headers: { accept: 'text/event-stream', ...headers },
  });

test('errors before the operation have their HTTP status', async () => {
  const wrong = await connect('subscription { recordChanged { type } }', { authorization: 'Basic eDp5' });
  expect([wrong.status, (await wrong.json()).errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
  expect((await connect(undefined)).status).toBe(400);
  const head = await fetch(`${world.server.url}/graphql?query=subscription{recordChanged{type}}`, {
    method: 'HEAD',
    headers: { accept: 'text/event-stream' },
  });
  expect(head.status).toBe(200);
  const { errors } = await world.server.graphql('subscription { recordChanged { type } }');
  expect(errors?.[0]?.message).toContain('text/event-stream');
});

test('a client has a limit of subscriptions, and another client has its own', async () => {
  const query = 'subscription { recordChanged { type } }';
  for (let at = 0; at < 20; at++) expect((await follow(query)).end).toBeUndefined();
  const refused = await connect(query);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  expect((await refused.json()).errors[0].extensions.code).toBe('RATE_LIMITED');
  expect((await follow(query, {}, 'editor')).end).toBeUndefined();
  open.shift()?.close();
  await eventually('a place is free', async () => {
    const next = await follow(query);
    return next.end === undefined;
  });
});
