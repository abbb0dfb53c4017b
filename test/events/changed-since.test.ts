import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** Events modified since an instant. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ now: '2031-05-14 12:00:00' });
  await world.event('before', '2031-06-01 10:00');
});
afterAll(() => world.stop());

const titles = async (query: string): Promise<string> => {
  const { names } = await world.list('REST', 'event', query);
  expect((await world.list('GraphQL', 'event', query)).names).toEqual(names);
  return names.join(' ');
};

test('include that instant itself, whenever they take place', async () => {
  world.moveTo('2031-05-15 08:00:00');
  const old = await world.event('long ago', '2001-01-01 10:00');
  world.moveTo('2031-05-15 08:00:01');
  await world.event('soon', '2031-06-01 10:00');
  expect(await titles('modified_after=2031-05-15T08:00:00Z')).toBe('long ago soon');
  expect(await titles('modified_after=2031-05-15T10:00:00+02:00')).toBe('long ago soon');
  expect(await titles('modified_after=2031-05-15T08:00:01Z')).toBe('soon');
  expect(await titles('modified_after=2031-05-15 08:00:02')).toBe('');
  expect(await titles('modified_after=2031-05-15&end_date=2002-01-01')).toBe('long ago');
  expect(await titles(`modified_after=today&include=${old}`)).toBe('long ago');
  await world.send('PATCH', `/events/${old}`, { sticky: true });
  expect(await titles('modified_after=2031-05-15T08:00:01Z&orderby=modified&order=desc')).toBe(
    'soon long ago',
  );
});

test.each(['never', '2031-02-30', '2031-13-01'])('%s is not an instant', async (text) => {
  for (const api of APIS) {
    const { status, params } = await world.list(api, 'event', `modified_after=${text}`);
    expect([status, params]).toEqual([400, ['modified_after']]);
  }
});
