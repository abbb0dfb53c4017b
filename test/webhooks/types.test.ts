import {
  addUser,
  allDone,
  count,
  event,
  execute,
  moveAhead,
  send,
  server,
  subscribed,
  types,
  withService,
} from './hooks.ts';

/** Types of messages. */
withService();

const canceled = (id: number, word = 'canceled'): Promise<number> =>
  send('PATCH', `/events/${id}`, { event_status: word });

test('a canceled event is reported as canceled, and no other change is', async () => {
  const receiver = await subscribed('event.*');
  const id = await event('Jazz');
  await canceled(id, 'postponed');
  await canceled(id);
  await send('PATCH', `/events/${id}`, { title: 'Jazz, canceled' });
  await canceled(id, 'scheduled');
  await canceled(id);
  await send('DELETE', `/events/${id}`);
  const other = await event('Blues', { event_status: 'canceled' });
  await count(receiver, 8);
  const of = (one: number): string[] =>
    receiver.received
      .filter(({ data }) => data.id === one)
      .map(({ type }) => type.replace('event.', ''))
      .toSorted();
  expect(of(id)).toEqual(['canceled', 'canceled', 'created', 'trashed', 'updated', 'updated', 'updated']);
  expect(of(other)).toEqual(['created']);
});

test('also with another change in the same request', async () => {
  const receiver = await subscribed('event.*');
  const [one, other, draft, gone] = [
    await event('One'),
    await event('Other'),
    await event('Draft', { status: 'draft' }),
    await event('Gone'),
  ];
  await count(receiver, 4);
  await send('PATCH', `/events/${one}`, { event_status: 'canceled', title: 'Off', venue: { venue: 'Barn' } });
  await send('PATCH', `/events/${draft}`, { event_status: 'canceled', status: 'publish' });
  // One transaction each.
  await execute(`begin; update event set event_status = 'canceled' where id = ${other};
    update event set event_status = 'scheduled' where id = ${other}; commit`);
  await execute(`begin; update event set event_status = 'canceled' where id = ${gone};
    update event set status = 'trash' where id = ${gone}; commit`);
  await count(receiver, 8);
  const last = receiver.received.slice(4).map(({ type, data }) => `${type} ${data.id}`);
  expect(new Set(last)).toEqual(
    new Set([
      `event.canceled ${one}`,
      `event.canceled ${draft}`,
      `event.updated ${other}`,
      `event.trashed ${gone}`,
    ]),
  );
});

test('trashed and restored in one transaction is an update; created and erased is no message', async () => {
  const receiver = await subscribed('event.*');
  const id = await event('Jazz');
  await count(receiver, 1);
  await execute(`begin; update event set status = 'trash' where id = ${id};
    update event set status = 'publish' where id = ${id}; commit`);
  await execute(`begin; create temporary table made on commit drop as select * from event where id = ${id};
    update made set id = id + 1000, slug = 'made'; insert into event select * from made;
    delete from event where id = ${id} + 1000; commit`);
  await send('PATCH', `/events/${id}`, { title: 'Blues' });
  await count(receiver, 3);
  expect(types(receiver)).toEqual(['event.created', 'event.updated', 'event.updated']);
  expect(new Set(receiver.received.map(({ data }) => data.id))).toEqual(new Set([id]));
});

test('a webhook for cancellations gets nothing else', async () => {
  const receiver = await subscribed('event.canceled');
  const id = await event('Jazz');
  await send('PATCH', `/events/${id}`, { title: 'Blues' });
  await canceled(id);
  await count(receiver, 1);
  await allDone();
  expect(types(receiver)).toEqual(['event.canceled']);
});

test('for a webhook without editor rights every hidden record counts as deleted, and nothing else does', async () => {
  await addUser('sub', 'SUBSCRIBER');
  const [gone, updated] = [
    await subscribed('event.deleted', 'sub'),
    await subscribed('event.updated', 'sub'),
  ];
  const ids = [await event('Private'), await event('Trashed'), await event('Erased'), await event('Stays')];
  const [hidden, trashed, erased, stays] = ids;
  // A record that is removed before the service reads the change log was never shown.
  await allDone();
  await send('PATCH', `/events/${stays}`, { title: 'Stays here' });
  await send('PATCH', `/events/${hidden}`, { status: 'private' });
  await send('DELETE', `/events/${trashed}`);
  await send('DELETE', `/events/${erased}?force=true`);
  await count(gone, 3);
  await count(updated, 1);
  await allDone();
  const names = gone.received.map(({ type, data }) => [type, data]);
  expect(names.length).toBe(3);
  expect(names).toEqual(
    expect.arrayContaining([hidden, trashed, erased].map((id) => ['event.deleted', { kind: 'event', id }])),
  );
  expect(updated.received.map(({ type, data }) => [type, data.id])).toEqual([['event.updated', stays]]);
});

test('a publication that is due is reported to webhooks that could not see it before', async () => {
  await addUser('sub', 'SUBSCRIBER');
  const receiver = await subscribed('event.*', 'sub');
  const soon = new Date(Date.now() + 120_000).toISOString();
  const id = await event('Later', { date: soon, tags: ['late'] });
  await allDone();
  expect(receiver.received).toEqual([]);
  moveAhead(180);
  await count(receiver, 1);
  expect(receiver.received[0]).toMatchObject({
    type: 'event.updated',
    data: { id, record: { title: 'Later' } },
  });
  await allDone();
  expect(receiver.received.length).toBe(1);
});

test('a tag that is deleted at once is reported as created and as deleted', async () => {
  const receiver = await subscribed('tag.*');
  // In two transactions, before the service reads the change log.
  await execute(`begin; insert into term (taxonomy, name, name_key, slug) values ('post_tag', 'Brief', 'brief', 'brief'); commit;
    begin; delete from term where slug = 'brief'; commit`);
  await count(receiver, 2);
  expect(types(receiver).toSorted()).toEqual(['tag.created', 'tag.deleted']);
});

test('the API document names them all', async () => {
  const document = await (await server.request('GET', '/doc')).json();
  const named: unknown = document.components.schemas.WebhookMessage.properties.type.enum;
  expect(named).toEqual(expect.arrayContaining(['event.created', 'event.canceled', 'tag.deleted']));
  expect(named).not.toContain('venue.canceled');
});
