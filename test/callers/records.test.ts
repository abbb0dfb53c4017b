import { ROLE_NAMES, type RoleName, rightsOf, STATES, type State } from './roles.ts';
import { type Callers, openCallers, POSTS, type Post, readAs, targetOf, WAYS } from './world.ts';

let world: Callers;
beforeAll(async () => {
  world = await openCallers();
});
afterAll(() => world.stop());

interface Row {
  kind: Post;
  role: RoleName;
  whose: 'own' | "another's";
  state: State;
}

/** Every role × ownership × state. */
const rows: Row[] = POSTS.flatMap((kind) =>
  ROLE_NAMES.flatMap((role) =>
    (role === 'anonymous' ? (["another's"] as const) : (['own', "another's"] as const)).flatMap((whose) =>
      STATES.map((state) => ({ kind, role, whose, state })),
    ),
  ),
);
const owner = ({ role, whose }: Row): number => (whose === 'own' ? world.ids[role] : 1);
const mayRead = ({ role, whose, state }: Row): boolean => whose === 'own' || rightsOf(role).readsOthers.includes(state);
const mayChange = ({ role, whose, state }: Row): boolean =>
  (whose === 'own' ? rightsOf(role).changesOwn : rightsOf(role).changesOthers).includes(state);

describe.each(rows)('$role and $whose $kind in state $state', (row) => {
  const { kind, role, state } = row;
  const refused = { status: rightsOf(role).refusal, code: 'rest_forbidden' };

  test(mayRead(row) ? 'reads it' : 'does not read it', async () => {
    const record = await world.own(kind, owner(row), state);
    const expected = mayRead(row) ? { status: 200 } : { status: 403, code: `${kind}-not-accessible` };
    for (const { face, by } of WAYS) expect(await readAs(world, face, kind, targetOf(record, by), world.as[role])).toMatchObject(expected);
  });

  test(mayChange(row) ? 'changes it' : 'does not change it', async () => {
    const record = await world.own(kind, owner(row), state);
    for (const { face, by } of WAYS) {
      const sent = { description: `${face} ${by}` };
      const answer = await world.change(face, kind, targetOf(record, by), sent, world.as[role]);
      expect(answer).toMatchObject(mayChange(row) ? { status: 200, body: { id: record.id, status: state, ...sent } } : refused);
    }
    if (!mayChange(row)) expect(await world.read(kind, record.id)).toEqual(record);
  });

  test(mayChange(row) ? 'deletes it' : 'does not delete it', async () => {
    let record = await world.own(kind, owner(row), state);
    for (const { face, by } of WAYS) {
      const answer = await world.remove(face, kind, targetOf(record, by), {}, world.as[role]);
      if (!mayChange(row)) expect(answer).toMatchObject(refused);
      else if (state === 'trash') expect(answer).toMatchObject({ status: 410, code: `${kind}-is-in-trash` });
      else {
        expect(answer).toMatchObject({ status: 200 });
        expect(await world.read(kind, record.id)).toMatchObject({ status: 'trash' });
        record = await world.own(kind, owner(row), state);
      }
    }
  });

  test(mayChange(row) ? 'erases it' : 'does not erase it', async () => {
    let record = await world.own(kind, owner(row), state);
    for (const { face, by } of WAYS) {
      const answer = await world.remove(face, kind, targetOf(record, by), { force: true }, world.as[role]);
      expect(answer).toMatchObject(mayChange(row) ? { status: 200 } : refused);
      if (!mayChange(row)) continue;
      expect(await readAs(world, 'REST', kind, record.id, world.server.admin)).toMatchObject({ status: 404 });
      record = await world.own(kind, owner(row), state);
    }
  });
});

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
        if (!(face === 'GraphQL' && target === 0)) expect(await readAs(world, face, kind, target, world.as[role])).toMatchObject(missing);
        expect(await world.change(face, kind, target, { description: 'x' }, world.as[role])).toMatchObject(onWrite);
        if (!creates && face === 'REST')
          expect(await world.change(face, kind, target, { status: 'bogus' }, world.as[role])).toMatchObject(onWrite);
        expect(await world.remove(face, kind, target, {}, world.as[role])).toMatchObject(onWrite);
        expect(await world.remove(face, kind, target, { force: true }, world.as[role])).toMatchObject(onWrite);
      }
    });

    test('an id of another kind', async () => {
      const { id } = await world.own(kind === 'event' ? 'venue' : 'event', world.ids[role] || 1, 'publish');
      for (const { face } of WAYS) {
        expect(await readAs(world, face, kind, id, world.as[role])).toMatchObject(missing);
        expect(await world.change(face, kind, id, { description: 'x' }, world.as[role])).toMatchObject(onWrite);
        expect(await world.remove(face, kind, id, {}, world.as[role])).toMatchObject(onWrite);
      }
    });
  },
);
