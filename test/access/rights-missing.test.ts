import { errorOf } from '../support/answer.ts';
import { type Api, POSTS, ROLE_NAMES } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { makeOwn, WAYS } from './records.ts';
import { rightsOf } from './rights.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

describe.each(POSTS.flatMap((kind) => ROLE_NAMES.map((role) => ({ kind, role }))))(
  '$role and a missing $kind',
  ({ kind, role }) => {
    const { creates, refusal } = rightsOf(role);
    const missingIn = (api: Api) => errorOf(api, 404, `${kind}-not-found`);
    // A caller without any write right gets that error first, for every id.
    const onWriteIn = (api: Api) => (creates ? missingIn(api) : errorOf(api, refusal, 'rest_forbidden'));

    // 404 follows authorization.
    test.each([0, 999_999, 'no-such-slug'])('%j', async (target) => {
      for (const { api } of WAYS) {
        const [missing, onWrite] = [missingIn(api), onWriteIn(api)];
        expect(await world.readAs(api, kind, target, role)).toMatchObject(missing);
        expect(await world.change(api, kind, target, { description: 'x' }, role)).toMatchObject(onWrite);
        if (!creates && api === 'REST')
          expect(await world.change(api, kind, target, { status: 'bogus' }, role)).toMatchObject(onWrite);
        expect(await world.remove(api, kind, target, {}, role)).toMatchObject(onWrite);
        expect(await world.remove(api, kind, target, { force: true }, role)).toMatchObject(onWrite);
      }
    });

    test('an id of another kind', async () => {
      const { id } = await makeOwn(
        world,
        kind === 'event' ? 'venue' : 'event',
        world.ids[role] || 1,
        'publish',
      );
      for (const { api } of WAYS) {
        const onWrite = onWriteIn(api);
        expect(await world.readAs(api, kind, id, role)).toMatchObject(missingIn(api));
        expect(await world.change(api, kind, id, { description: 'x' }, role)).toMatchObject(onWrite);
        expect(await world.remove(api, kind, id, {}, role)).toMatchObject(onWrite);
      }
    });
  },
);
