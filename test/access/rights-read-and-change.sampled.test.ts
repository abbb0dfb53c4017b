import { errorOf } from '../support/answer.ts';
import { openWorld, type World } from '../support/world.ts';
import { makeOwn, targetOf, WAYS } from './records.ts';
import { rightsOf } from './rights.ts';
import { mayChange, mayRead, ownerOf, rowsOf } from './rights-rows.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

describe.each(rowsOf('changing'))('$role and $whose $kind in state $state', (row) => {
  const { kind, role, state } = row;
  test(mayRead(row) ? 'reads it' : 'does not read it', async () => {
    const record = await makeOwn(world, kind, ownerOf(row, world.ids), state);
    for (const { api, by } of WAYS)
      expect(await world.readAs(api, kind, targetOf(record, by), role)).toMatchObject(
        mayRead(row) ? { status: 200 } : errorOf(api, 403, `${kind}-not-accessible`),
      );
  });

  test(mayChange(row) ? 'changes it' : 'does not change it', async () => {
    const record = await makeOwn(world, kind, ownerOf(row, world.ids), state);
    for (const { api, by } of WAYS) {
      const sent = { description: `${api} ${by}` };
      const answer = await world.change(api, kind, targetOf(record, by), sent, role);
      expect(answer).toMatchObject(
        mayChange(row)
          ? { status: 200, body: { id: record.id, status: state, ...sent } }
          : errorOf(api, rightsOf(role).refusal, 'rest_forbidden'),
      );
    }
    if (!mayChange(row)) expect(await world.read(kind, record.id)).toEqual(record);
  });
});
