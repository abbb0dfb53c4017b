import { eventually } from '../support/eventually.ts';
import { recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { execute, KINDS, makeEvents, modifiedAt, watchEvents } from './many-events.world.ts';

const LINKED = 25_000;
const PARTS = Array.from({ length: LINKED / 1_000 }, () => 1_000);

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

test.each(KINDS)('a %s of 25,000 of 100,000 events is hidden, shown and erased', async (kind) => {
  const id = await makeEvents(world, kind, LINKED, 100_000);
  // Marks earlier changes as delivered; the due date keeps messages from their receivers.
  await execute(
    world,
    `update change_state set told = pg_current_snapshot()::text;
    insert into webhook (url, types, user_id, secret, created_utc, due_utc)
    select 'https://receiver.example', '{*}', user_account.id, '', '2031-01-01', '2999-01-01' from user_account, generate_series(1, 3)`,
  );
  const changes = await watchEvents(world, kind);
  const [first] = recordsIn(
    (await world.get(`/events?${kind}=${id}&per_page=1&start_date=2031-01-01`)).body.events,
  );
  const isShown = async (): Promise<boolean> => {
    const { body } = await world.get(`/events/${String(first?.id)}`);
    return JSON.stringify(body).includes(`With ${LINKED} events`);
  };
  expect(await isShown()).toBe(true);
  let hour = 13;
  let told = 0;
  for (const { change, shows, unlinks } of [
    { change: () => world.change('REST', kind, id, { status: 'private' }), shows: false, unlinks: false },
    { change: () => world.change('GraphQL', kind, id, { status: 'publish' }), shows: true, unlinks: false },
    { change: () => world.remove('GraphQL', kind, id, { force: true }), shows: false, unlinks: true },
  ]) {
    const moment = `2031-03-14 ${hour++}:00:00`;
    world.moveTo(moment);
    expect(await change()).toMatchObject({ status: 200 });
    expect(await isShown()).toBe(shows);
    expect(await modifiedAt(world, moment)).toBe(LINKED);
    told += 3 * (LINKED + 1);
    await eventually(
      'all is told',
      async () => {
        const [row] = await execute(world, 'select count(*)::int as told from webhook_message');
        return Number(row?.told) >= told;
      },
      120_000,
    );
    // One message for the record itself and each event, per webhook.
    const messages = Array.from({ length: 3 }, () => LINKED + 1);
    expect(await changes()).toEqual({ events: PARTS, links: unlinks ? PARTS : [], messages });
  }
});
