import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { kysely } from '../../src/platform/postgres/orm.ts';
import { openWorld, type World } from '../support/world.ts';

/* Responses stored for idempotency keys kept erased records, and returned them again. */

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const EVENT = { title: 'Unsaid', start_date: '2031-06-01 20:00', end_date: '2031-06-01 22:00' };

async function post(path: string, body: object, key: string) {
  const response = await world.server.request('POST', path, body, {
    ...world.server.admin,
    'idempotency-key': key,
  });
  const answer = await response.json();
  return { status: response.status, id: Number(answer.id), code: answer.code, data: answer.data };
}
/** Whether a text is in any stored response. */
const isKept = async (text: string): Promise<boolean> => {
  const { rows } = await sql`select from idempotency_key where strpos(body, ${text}) > 0`.execute(
    kysely(world.server.orm.em.fork()),
  );
  return rows.length > 0;
};
const ERASED = { status: 410, code: 'idempotency_answer_erased' };

test.each([
  ['/events', EVENT, '?force=true'],
  ['/venues', { venue: 'Unsaid' }, '?force=true'],
  ['/organizers', { organizer: 'Unsaid' }, '?force=true'],
  ['/categories', { name: 'Unsaid' }, ''],
  ['/tags', { name: 'Unsaid' }, ''],
])('erasing %s deletes its stored response, and its key creates nothing again', async (path, body, force) => {
  const key = randomUUID();
  const { id } = await post(path, body, key);
  expect(await isKept('Unsaid')).toBe(true);
  expect((await world.send('DELETE', `${path}/${id}${force}`)).status).toBe(200);
  expect(await isKept('Unsaid')).toBe(false);
  const before = await world.counts();
  expect(await post(path, body, key)).toMatchObject({
    ...ERASED,
    data: { status: 410, location: `${world.server.rest}${path}/${id}` },
  });
  expect(await world.counts()).toEqual(before);
  expect(await post(path, { ...body, description: 'x' }, key)).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
  });
});

test.each<[string, string, object, string]>([
  ['venue', '/venues', { venue: 'Hushed' }, '?force=true'],
  ['organizer', '/organizers', { organizer: 'Hushed' }, '?force=true'],
  ['categories', '/categories', { name: 'Hushed' }, ''],
  ['tags', '/tags', { name: 'Hushed' }, ''],
])(
  'erasing the %s of an event deletes the stored response, and the event remains',
  async (field, path, body, force) => {
    const { id } = (await world.send('POST', path, body)).body;
    const key = randomUUID();
    const event = await post(
      '/events?_fields=venue.venue,organizer,categories,tags',
      { ...EVENT, [field]: [id] },
      key,
    );
    expect([event.status, await isKept('Hushed')]).toEqual([201, true]);
    await world.send('DELETE', `${path}/${id}${force}`);
    expect(await isKept('Hushed')).toBe(false);
    const again = await post(
      '/events?_fields=venue.venue,organizer,categories,tags',
      { ...EVENT, [field]: [id] },
      key,
    );
    expect(again).toMatchObject(ERASED);
    const there = await fetch(again.data.location);
    expect([there.status, (await there.json()).title]).toEqual([200, 'Unsaid']);
  },
);

test('the address of a category contains its ancestors', async () => {
  const above = (await world.send('POST', '/categories', { name: 'Muffled' })).body.id;
  const middle = (await world.send('POST', '/categories', { name: 'Middle', parent: above })).body.id;
  const below = await post('/categories', { name: 'Below', parent: middle }, randomUUID());
  expect(below.status).toBe(201);
  expect(await isKept('muffled')).toBe(true);
  await world.send('DELETE', `/categories/${above}`);
  expect(await isKept('muffled')).toBe(false);
});

test('other responses stay, and so do those of trashed records', async () => {
  const key = randomUUID();
  const { id } = await post('/events', EVENT, key);
  const other = (await world.send('POST', '/events', EVENT)).body.id;
  await world.send('DELETE', `/events/${id}`);
  await world.send('DELETE', `/events/${other}?force=true`);
  expect(await post('/events', EVENT, key)).toMatchObject({ status: 201, id });
});

test('erasing a record by SQL erases it from stored responses, too', async () => {
  const { id } = await post('/venues', { venue: 'By hand' }, randomUUID());
  await sql`delete from venue where id = ${id}`.execute(kysely(world.server.orm.em.fork()));
  expect(await isKept('By hand')).toBe(false);
});

test('a response stored by the previous release is deleted, as its records are unknown', async () => {
  const db = kysely(world.server.orm.em.fork());
  await sql`insert into idempotency_key (user_id, key, fingerprint, created_utc, status, body)
    values (1, 'older', '', now() at time zone 'utc', 201, '{"title":"Perhaps"}')`.execute(db);
  const { id } = (await world.send('POST', '/events', EVENT)).body;
  await world.send('DELETE', `/events/${id}?force=true`);
  expect(await isKept('Perhaps')).toBe(false);
});

test('the keys of a user are deleted with the user', async () => {
  const { id, password } = await world.newUser('leaver', 'author');
  const headers = {
    authorization: `Basic ${Buffer.from(`leaver:${password}`).toString('base64')}`,
    'idempotency-key': randomUUID(),
  };
  await world.server.request('POST', '/events', { ...EVENT, title: 'Last words' }, headers);
  expect(await isKept('Last words')).toBe(true);
  await world.server.graphql('mutation ($by: UserBy!) { deleteUser(by: $by) { deletedId } }', {
    by: { databaseId: id },
  });
  expect(await isKept('Last words')).toBe(false);
});
