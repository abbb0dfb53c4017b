import { type Callers, openCallers, POSTS, readAs, WAYS } from '../support/callers.ts';
import { ROLE_NAMES, rightsOf } from './rights.ts';

let world: Callers;
beforeAll(async () => {
  world = await openCallers();
});
afterAll(() => world.stop());

describe.each(POSTS.flatMap((kind) => ROLE_NAMES.map((role) => ({ kind, role }))))(
  '$role and a $kind that is not there',
  ({ kind, role }) => {
    const missing = { status: 404, code: `${kind}-not-found` };
    const { creates, refusal } = rightsOf(role);
    // Who may write nothing at all learns that first, whatever the id.
    const onWrite = creates ? missing : { status: refusal, code: 'rest_forbidden' };

    // 404 comes after authorisation.
    test.each([0, 999_999, 'no-such-slug'])('%j', async (target) => {
      for (const { face } of WAYS) {
        if (!(face === 'GraphQL' && target === 0))
          expect(await readAs(world, face, kind, target, world.as[role])).toMatchObject(missing);
        expect(await world.change(face, kind, target, { description: 'x' }, world.as[role])).toMatchObject(
          onWrite,
        );
        if (!creates && face === 'REST')
          expect(await world.change(face, kind, target, { status: 'bogus' }, world.as[role])).toMatchObject(
            onWrite,
          );
        expect(await world.remove(face, kind, target, {}, world.as[role])).toMatchObject(onWrite);
        expect(await world.remove(face, kind, target, { force: true }, world.as[role])).toMatchObject(
          onWrite,
        );
      }
    });

    test('an id of another kind', async () => {
      const { id } = await world.own(kind === 'event' ? 'venue' : 'event', world.ids[role] || 1, 'publish');
      for (const { face } of WAYS) {
        expect(await readAs(world, face, kind, id, world.as[role])).toMatchObject(missing);
        expect(await world.change(face, kind, id, { description: 'x' }, world.as[role])).toMatchObject(
          onWrite,
        );
        expect(await world.remove(face, kind, id, {}, world.as[role])).toMatchObject(onWrite);
      }
    });
  },
);
