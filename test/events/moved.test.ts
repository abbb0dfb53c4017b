import type { Body } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.moveTo(NOW));
afterAll(() => world.stop());

const AT_TWO = { start_date: '2031-04-05 14:00', end_date: '2031-04-05 16:00', timezone: 'Europe/Rome' };
const ANNOUNCED = '2031-04-05T14:00:00+02:00';

async function announced(id: number): Promise<unknown> {
  const data = await world.query(
    `{ event(by: { databaseId: ${id} }) { previousStartsAt } }`,
    world.server.admin,
  );
  return (data.event as Body).previousStartsAt;
}

async function moved(fields: Body, ...changes: Body[]): Promise<unknown> {
  const { id } = await world.make('event', { title: 'River walk', ...AT_TWO, ...fields });
  for (const change of changes)
    expect(await world.change('REST', 'event', id, change)).toMatchObject({ status: 200 });
  return announced(id);
}

const at = (start: string): Body => ({ start_date: start, end_date: '2031-04-20 23:00' });

test('a published event with a new start keeps the announced start, however often it moves', async () => {
  expect(await moved({})).toBeNull();
  expect(await moved({}, at('2031-04-12 14:00'))).toBe(ANNOUNCED);
  expect(await moved({}, at('2031-04-12 14:00'), at('2031-04-13 09:00'))).toBe(ANNOUNCED);
});

test('an event back at its announced start has not been moved', async () => {
  expect(await moved({}, at('2031-04-12 14:00'), at('2031-04-13 14:00'), at('2031-04-05 14:00'))).toBeNull();
  expect(await moved({}, at('2031-04-12 14:00'), at('2031-04-05T12:00:00Z'))).toBeNull();
});

test('a change without a new start does not move an event', async () => {
  expect(await moved({}, { end_date: '2031-04-05 18:00', title: 'Walk' })).toBeNull();
  expect(await moved({}, { ...AT_TWO })).toBeNull();
});

test('an all-day event moves by day, not by time', async () => {
  expect(await moved({ all_day: true }, at('2031-04-05 20:00'))).toBeNull();
  expect(await moved({}, { all_day: true })).toBeNull();
  expect(await moved({ all_day: true }, at('2031-04-06'))).toBe('2031-04-05T00:00:00+02:00');
});

test('an unannounced event moves without a previous start', async () => {
  for (const fields of [{ status: 'draft' }, { status: 'pending' }, { date: '2031-04-01' }])
    expect(await moved(fields, at('2031-04-12 14:00'), { status: 'publish' })).toBeNull();
});

test('a past event moved to the future counts as new', async () => {
  const past = { start_date: '2030-04-05 14:00', end_date: '2030-04-05 16:00' };
  expect(await moved(past, at('2031-04-12 14:00'))).toBeNull();
  const { id } = await world.make('event', { title: 'Fair', ...AT_TWO });
  await world.change('REST', 'event', id, { start_date: '2031-04-06 14:00', end_date: '2031-04-06 16:00' });
  expect(await announced(id)).toBe(ANNOUNCED);
  world.moveTo('2031-05-01 00:00:00');
  await world.change('REST', 'event', id, { start_date: '2032-04-06 14:00', end_date: '2032-04-06 16:00' });
  expect(await announced(id)).toBeNull();
});

test.each(['REST', 'GraphQL'] as const)('%s: a client cannot set the announced start', async (api) => {
  const { id, ...before } = await world.make('event', { title: 'Fair', ...AT_TWO });
  if (api === 'REST') {
    await world.change('REST', 'event', id, { previous_starts_at: ANNOUNCED });
    expect(await world.read('event', id)).toEqual({ id, ...before });
  } else {
    const { errors } = await world.server.graphql(
      `mutation { updateEvent(by: { databaseId: ${id} }, input: { previousStartsAt: "${ANNOUNCED}" }) { event { title } } }`,
    );
    expect(errors?.[0]?.message).toContain('previousStartsAt');
  }
  expect(await announced(id)).toBeNull();
});

test('an event with an online address is online unless stated otherwise', async () => {
  const virtual_url = 'https://meet.example/1';
  const fields = { title: 'Talk', ...AT_TWO, virtual_url };
  expect(await world.make('event', fields)).toMatchObject({ is_virtual: true, virtual_url });
  expect(await world.make('event', { ...fields, is_virtual: false })).toMatchObject({ is_virtual: false });
  expect(await world.make('event', { ...fields, is_virtual: null })).toMatchObject({ is_virtual: true });
  expect(await world.make('event', { ...fields, virtual_url: '', is_virtual: true })).toMatchObject({
    is_virtual: true,
    virtual_url: '',
  });
});
