import { sampled } from '../support/sample.ts';
import { complaint, type HostileWorld, startHostileWorld } from './stored.ts';
import { badPairs } from './values.data.ts';

/** Every query parameter of every list, and the general ones, with hostile values. */
const EVERYWHERE = ['_fields', '_envelope', '_method', 'namespace', 'context', 'unknown'];

describe.each(['A', 'B'])('revision %s', (API_REVISION) => {
  let world: HostileWorld;
  beforeAll(async () => {
    world = await startHostileWorld({ API_REVISION });
  });
  afterAll(() => world.stop());

  const get = async (address: string): Promise<string[]> => {
    const headers = { 'accept-encoding': 'identity', ...(address.length % 2 === 0 && world.server.admin) };
    const response = await world.server.request('GET', address, undefined, headers);
    const problem = complaint(response.status, await response.text());
    return problem === undefined ? [] : [`${address.slice(0, 200)}: ${problem}`];
  };

  test('no query makes the service fail', async () => {
    const before = await world.stored();
    const lists = world.contract.routes.flatMap(({ path, bindings }) =>
      bindings
        .filter(({ methods, pathParam }) => methods.includes('GET') && !pathParam)
        .map(({ queryParams }) => ({ path, queryParams })),
    );
    const named = lists.flatMap(({ path, queryParams }) =>
      queryParams.flatMap(({ wire }) =>
        sampled(path + wire, badPairs(wire), 3).map((pair) => `${path}?${pair}`),
      ),
    );
    const general = ['/', '/doc', '/events', `/events/${world.ids.events}`].flatMap((path) =>
      EVERYWHERE.flatMap((name) => sampled(path + name, badPairs(name), 2).map((pair) => `${path}?${pair}`)),
    );
    const complaints: string[] = [];
    for (const address of [...named, ...general]) complaints.push(...(await get(address)));
    expect(complaints).toEqual([]);
    expect(await world.stored()).toBe(before);
  });

  test('ids and slugs may be anything', async () => {
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
