import { eventually, pause } from '../support/eventually.ts';
import { WHOLE } from '../support/sample.ts';
import { during, startVictim, type Victim } from './victim.ts';
import { dial, ELSEWHERE, HALF, type Wire } from './wire.ts';

/** Somebody who takes thousands of connections, and takes again what is closed. */
const MANY = WHOLE ? 4_000 : 1_000;
/** What a second attack may add to the memory that a first one has left behind. */
const ROOM = 60 * 1024 * 1024;

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim();
});
afterAll(() => victim.stop());

/** Keeps so many connections of an attacker open, half of them silent, half with a body that does not come. */
function holdHalf(count: number) {
  const wires = new Set<Wire>();
  let opened = 0;
  let holding = true;
  const keepOne = async (first: string): Promise<void> => {
    while (holding) {
      const wire = await dial(victim.url, first, true, ELSEWHERE);
      opened += 1;
      wires.add(wire);
      await wire.closed;
      wires.delete(wire);
      // Somebody else's machine would be faster; this one also runs who is attacked and who looks on.
      await pause(20);
    }
  };
  const all = Array.from({ length: count }, (_, at) => keepOne(at % 2 === 0 ? HALF : ''));
  return {
    /** How many were opened so far. */
    opened: () => opened,
    async end(): Promise<void> {
      holding = false;
      for (const wire of wires) wire.cut();
      await Promise.all(all);
    },
  };
}

test('silent connections, and bodies that never come, opened again as they are closed, hold nobody up', async () => {
  const attacked = async (): Promise<void> => {
    await during(victim, async () => {
      const attack = holdHalf(MANY);
      await eventually('all are open', () => attack.opened() >= MANY);
      for (let n = 1; n <= 10; n++)
        expect((await victim.request('GET', `/events?per_page=${n}`)).status).toBe(200);
      await attack.end();
    });
    expect(victim.isAlive).toBe(true);
  };
  await attacked();
  const first = await victim.memory();
  await attacked();
  // Thousands of sockets at once leave fragments of memory behind; those of the next thousands fit in there.
  await eventually('a second attack adds nothing', async () => (await victim.memory()) - first < ROOM);
});
