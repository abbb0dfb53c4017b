import { openWorld, type World } from '../support/world.ts';
import { CHANGES } from './walking.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test.each([
  'afterChangeNumber=abc',
  'afterChangeNumber=-1',
  'afterChangeNumber=1.5',
  'afterChangeNumber=',
  'afterChangeNumber=9007199254740993',
  'afterChangeNumber=9223372036854775808',
  'afterChangeNumber=-9223372036854775808',
  'afterChangeNumber=1%00',
  'afterChangeNumber[]=1',
  'afterChangeNumber=1&afterTimestamp=1&afterId=event-1',
  'afterChangeNumber=1&walk=00000000-1&walk=00000000-1',
  'afterChangeNumber=1&afterChangeNumber=2',
  'afterChangeNumber=1&walk=nothing',
  'walk=00000000-1',
  'afterTimestamp=1&afterId=2',
  'limit=0',
  'limit=many',
])('invalid positions, ?%s, are refused with the address of the beginning', async (query) => {
  const answer = await world.server.send('GET', `${CHANGES}?${query}`, undefined, {});
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'rest_invalid_param',
    data: { location: `${world.server.url}${CHANGES}` },
  });
});
