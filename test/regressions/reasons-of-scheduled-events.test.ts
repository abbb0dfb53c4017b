import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test.each(APIS)('%s: scheduled clears the reason unless one is sent', async (api) => {
  const id = await world.event('Fair', '2031-03-20 10:00', { event_status_reason: 'The hall is taken' });
  const reasonAfter = async (fields: Record<string, unknown>): Promise<unknown> =>
    (await world.change(api, 'event', id, fields)).body.event_status_reason;
  expect(await reasonAfter({ title: 'Fair!' })).toBe('The hall is taken');
  expect(await reasonAfter({ event_status: 'scheduled' })).toBe('');
  expect(await reasonAfter({ event_status: 'scheduled', event_status_reason: 'Rain' })).toBe('Rain');
  // Sent back as read.
  expect(await reasonAfter({ event_status: 'scheduled', event_status_reason: 'Rain' })).toBe('Rain');
  expect(await reasonAfter({ event_status: 'canceled' })).toBe('Rain');
  expect(await reasonAfter({ event_status: 'scheduled' })).toBe('');
});
