import { errorOf } from '../support/answer.ts';
import type { Api } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { makeOwn, targetOf, WAYS } from './records.ts';
import { rightsOf } from './rights.ts';
import { mayChange, ownerOf, rowsOf } from './rights-rows.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

describe.each(rowsOf('deleting'))('$role and $whose $kind in state $state', (row) => {
  const { kind, role, state } = row;
  const refusedBy = (api: Api) => errorOf(api, rightsOf(role).refusal, 'rest_forbidden');

  test(mayChange(row) ? 'deletes it' : 'does not delete it', async () => {
    let record = await makeOwn(world, kind, ownerOf(row, world.ids), state);
    for (const { api, by } of WAYS) {
      const answer = await world.remove(api, kind, targetOf(record, by), {}, role);
      if (!mayChange(row)) expect(answer).toMatchObject(refusedBy(api));
      else if (state === 'trash') expect(answer).toMatchObject(errorOf(api, 410, `${kind}-is-in-trash`));
      else {
        expect(answer).toMatchObject({ status: 200 });
        expect(await world.read(kind, record.id)).toMatchObject({ status: 'trash' });
        record = await makeOwn(world, kind, ownerOf(row, world.ids), state);
      }
    }
  });

  test(mayChange(row) ? 'erases it' : 'does not erase it', async () => {
    let record = await makeOwn(world, kind, ownerOf(row, world.ids), state);
    for (const { api, by } of WAYS) {
      const answer = await world.remove(api, kind, targetOf(record, by), { force: true }, role);
      expect(answer).toMatchObject(mayChange(row) ? { status: 200 } : refusedBy(api));
      if (!mayChange(row)) continue;
      expect(await world.readAs('REST', kind, record.id, world.server.admin)).toMatchObject({ status: 404 });
      record = await makeOwn(world, kind, ownerOf(row, world.ids), state);
    }
  });
});
