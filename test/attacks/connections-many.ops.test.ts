import { eventually, pause } from '../support/eventually.ts';
import { WHOLE } from '../support/sample.ts';
import { during, startVictim, type Victim } from './victim.ts';
import { dial, ELSEWHERE, HALF, type Wire } from './wire.ts';

/** An attacker that opens thousands of connections, and reopens closed ones. */
const MANY = WHOLE ? 4_000 : 1_000;
/** The memory growth allowed for a second attack over the first. */
const ROOM = 60 * 1024 * 1024;

let victim: Victim;
beforeAll(async () => {
  victim = await startVictim();
});
afterAll(() => victim.stop());

/** Keeps a number of the attacker's connections open, half of them silent, half with a stalled body. */
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
      // A real attacker's machine would be faster; this one also runs the service and the bystander.
      await pause(20);
    }
  };
  const all = Array.from({ length: count }, (_, at) => keepOne(at % 2 === 0 ? HALF : ''));
  return {
    /** The number of connections opened so far. */
    opened: () => opened,
    async end(): Promise<void> {
      holding = false;
      for (const wire of wires) wire.cut();
      await Promise.all(all);
    },
  };
}

test('reopened silent connections and stalled bodies do not block other clients', async () => {
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
  // Thousands of simultaneous sockets fragment the memory; the next thousands reuse the fragments.
  await eventually('a second attack adds nothing', async () => (await victim.memory()) - first < ROOM);
});
