import { openWorld, type World } from '../support/world.ts';

/** A Wednesday. */
const NOW = '2031-05-14 12:00:00';

const worlds: Partial<Record<'utc' | 'revisionA' | 'newYork' | 'auckland' | 'rome', World>> = {};
export const at = (name: keyof typeof worlds) => (): World => {
  const world = worlds[name];
  if (!world) throw new Error(`${name} has not started`);
  return world;
};
const ids: Record<string, number> = {};
export const utc = { kind: 'event', world: at('utc'), ids: () => ids } as const;

/** The same events on sites in other zones, and in revision A. */
export async function openWorlds(): Promise<void> {
  const world = await openWorld({ roles: true, now: NOW });
  worlds.utc = world;
  const event = async (title: string, start_date: string, end_date: string, fields: object = {}) => {
    ids[title] = (await world.make('event', { title, start_date, end_date, ...fields })).id;
  };
  await event('longago', '2001-01-01 10:00', '2001-01-01 11:00');
  await event('spring', '2031-03-30 23:30', '2031-03-30 23:45', { timezone: 'Europe/Rome' });
  await event('yesterday', '2031-05-13 10:00', '2031-05-13 11:00');
  await event('overnight', '2031-05-13 22:00', '2031-05-14 02:00');
  await event('allday', '2031-05-14', '2031-05-14', { all_day: true });
  await event('morning', '2031-05-14 08:00', '2031-05-14 09:00');
  await event('running', '2031-05-14 11:00', '2031-05-14 13:00');
  await event('now', '2031-05-14 12:00', '2031-05-14 12:30');
  await event('evening', '2031-05-14 20:00', '2031-05-14 21:00');
  await event('midnight', '2031-05-15 00:00', '2031-05-15 01:00');
  await event('fair', '2031-05-15 09:00', '2031-05-17 18:00');
  await event('tomorrow', '2031-05-15 10:00', '2031-05-15 12:00');
  await event('hidden', '2031-05-15 15:00', '2031-05-15 16:00', { hide_from_listings: true });
  await event('draft', '2031-05-15 15:00', '2031-05-15 16:00', { status: 'draft' });
  await event('tokyo', '2031-05-16 08:00', '2031-05-16 10:00', { timezone: 'Asia/Tokyo' });
  await event('newyork', '2031-05-15 21:00', '2031-05-15 23:00', { timezone: 'America/New_York' });
  await event('kolkata', '2031-05-20 03:00', '2031-05-20 04:00', { timezone: 'UTC+5.5' });
  await event('autumn', '2031-10-26 23:30', '2031-10-26 23:45', { timezone: 'Europe/Rome' });
  await event('lastday', '2033-05-14 10:00', '2033-05-14 23:00');
  await event('edge', '2033-05-14 22:00', '2033-05-15 01:00');
  await event('beyond', '2033-05-15 00:00', '2033-05-15 01:00');
  worlds.revisionA = await world.beside({ API_REVISION: 'A' });
  worlds.newYork = await world.beside({ TIMEZONE: 'America/New_York' });
  worlds.auckland = await world.beside({ TIMEZONE: 'Pacific/Auckland' });
  worlds.rome = await world.beside({ TIMEZONE: 'Europe/Rome' });
}

export async function stopWorlds(): Promise<void> {
  const { utc: first, ...others } = worlds;
  for (const world of Object.values(others)) await world.stop();
  await first?.server.stop();
}
