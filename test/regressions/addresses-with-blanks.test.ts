import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** Addresses with a space or quotes were rejected, and the message for a bad port blamed the scheme. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test.each(APIS)('an address is stored with its spaces and quotes encoded, through %s', async (api) => {
  const address = ' https://x.example/a b/<c>?c="d"&e=|{}#`f` ';
  const encoded = 'https://x.example/a%20b/%3Cc%3E?c=%22d%22&e=|{}#%60f%60';
  const sent = { venue: 'Hall', website: address, image: address };
  const { status, body } = await world.create(api, 'venue', sent);
  expect([status, body.website, body.image]).toEqual([
    201,
    encoded,
    expect.objectContaining({ url: encoded }),
  ]);
  const { body: again } = await world.change(api, 'venue', Number(body.id), {
    website: encoded,
    image: encoded,
  });
  expect(again).toEqual(body);
});

test.each(APIS)('a rejected address is reported with the reason, through %s', async (api) => {
  const venue = await world.make('venue', { venue: 'Hall' });
  for (const [website, reason] of [
    ['https://x.example:99999/', 'port'],
    ['https://x y.example/', 'host'],
    ['https://me:secret@x.example/', 'login'],
    ['x.example', 'starts with http'],
  ]) {
    const { status, failing, body } = await world.change(api, 'venue', venue.id, { website });
    expect([status, failing]).toEqual([400, ['website']]);
    expect(JSON.stringify(body)).toContain(reason);
  }
});
