import { NOW, openWorld, type World } from '../support/world.ts';
import { execute, KINDS, makeEvents, modifiedAt, watchEvents } from './many-events.world.ts';

/** Venues and organizers with many events. */
let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

describe.each(KINDS)('%s', (kind) => {
  test('a change touches its own events only, at most a thousand in one statement', async () => {
    const few = await makeEvents(world, kind, 1_500);
    const many = await makeEvents(world, kind, 3_000, 3_500);
    const changes = await watchEvents(world, kind);
    expect(await world.change('REST', kind, many, { [kind]: 'Renamed' })).toMatchObject({ status: 200 });
    expect(await changes()).toEqual({ events: [], links: [], messages: [] });
    const steps = [
      (id: number) => world.change('REST', kind, id, { status: 'draft' }),
      (id: number) => world.change('REST', kind, id, { status: 'publish' }),
      (id: number) => world.remove('REST', kind, id),
      (id: number) => world.remove('REST', kind, id, { force: true }),
    ];
    for (const [at, step] of steps.entries()) {
      const isErased = at === steps.length - 1;
      for (const [id, parts] of [
        [few, [1_000, 500]],
        [many, [1_000, 1_000, 1_000]],
      ] as const) {
        expect(await step(id)).toMatchObject({ status: 200 });
        expect(await changes()).toEqual({ events: parts, links: isErased ? parts : [], messages: [] });
      }
    }
    expect(await modifiedAt(world, NOW)).toBe(4_500);
  });

  test('a statement timeout in a part is reported, and nothing of the change is stored', async () => {
    const id = await makeEvents(world, kind, 1_500);
    await execute(
      world,
      `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$;
      create trigger slow after update on event for each row
        when (new.slug = '${kind}-${id}-1500') execute function wait()`,
    );
    const limited = await world.beside({}, { statement: 1_000 });
    try {
      for (const refused of [
        await limited.send('PATCH', `/${kind}s/${id}`, { status: 'draft' }),
        await limited.send('DELETE', `/${kind}s/${id}?force=true`),
      ])
        expect(refused).toMatchObject({
          status: 503,
          body: { message: expect.stringMatching(/time limit, and nothing was stored\. Send it again/) },
        });
      expect(await world.read(kind, id)).toMatchObject({ status: 'publish' });
      expect(await modifiedAt(world, NOW)).toBe(0);
    } finally {
      await limited.stop();
    }
  });
});
