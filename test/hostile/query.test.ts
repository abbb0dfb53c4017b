import { complaint, type HostileWorld, startHostileWorld } from './stored.ts';
import { badPairs } from './values.data.ts';

/** Every query parameter of every list, and the general ones, with everything that may come. */
const EVERYWHERE = ['_fields', '_envelope', '_method', 'namespace', 'context', 'unknown'];
const AT_ONCE = 8;
/** Documents are large, and all alike: a part of the values is enough for them. */
const DOCUMENTS = ['/', '/doc'];

describe.each(['A', 'B'])('revision %s', (API_REVISION) => {
  let world: HostileWorld;
  beforeAll(async () => {
    world = await startHostileWorld({ API_REVISION });
  });
  afterAll(() => world.stop());

  const get = async (address: string): Promise<string[]> => {
    const headers = { 'accept-encoding': 'identity', ...(address.length % 2 === 0 && world.server.admin) };
    const response = await fetch(world.server.rest + address, { headers });
    const found = complaint(response.status, await response.text());
    return found === undefined ? [] : [`${address.slice(0, 200)}: ${found}`];
  };

  test('no query makes the service fail', async () => {
    const before = await world.stored();
    const lists = world.contract.routes.flatMap(({ path, bindings }) =>
      bindings
        .filter(({ methods, pathParam }) => methods.includes('GET') && !pathParam)
        .map(({ queryParams }) => ({ path, queryParams })),
    );
    const named = lists.flatMap(({ path, queryParams }) =>
      queryParams.flatMap(({ wire }) => badPairs(wire).map((pair) => `${path}?${pair}`)),
    );
    const general = ['/', '/doc', '/events', `/events/${world.ids.events}`].flatMap((path) =>
      EVERYWHERE.flatMap((name) => badPairs(name).map((pair) => `${path}?${pair}`)).filter(
        (_, at) => !DOCUMENTS.includes(path) || at % 7 === 0,
      ),
    );
    // Revisions differ in their parameters, hardly in how these are read.
    const addresses = API_REVISION === 'B' ? [...named, ...general] : named.filter((_, at) => at % 4 === 0);
    const complaints: string[] = [];
    const worker = async (): Promise<void> => {
      for (let next = addresses.pop(); next !== undefined; next = addresses.pop())
        complaints.push(...(await get(next)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(complaints).toEqual([]);
    expect(await world.stored()).toBe(before);
  }, 120_000);

  test('ids and slugs can be anything', async () => {
    const names = [
      '0',
      '00001',
      '99999999999999999999',
      '-1',
      '1.5',
      '%00',
      '%',
      '%ff',
      'a%2Fb',
      '__proto__',
      '..',
      '%2e%2e',
      "'",
      'x'.repeat(5000),
      '%F0%9F%8E%AA',
      '%0d%0aa:b',
    ];
    const paths = names.flatMap((name) =>
      ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((noun) => [
        `/${noun}/${name}`,
        `/${noun}/by-slug/${name}`,
      ]),
    );
    expect((await Promise.all(paths.map(get))).flat()).toEqual([]);
  });
});
