import { setImmediate as turn } from 'node:timers/promises';
import { parse } from 'graphql';
import { world } from './harness.ts';

test('mutations run one after another', async () => {
  const order: string[] = [];
  const slow = await world({
    'Mutation.createTag': async (_source, args) => {
      const { name } = Object(args.input);
      order.push(`${name} starts`);
      if (name === 'a') await turn();
      order.push(`${name} ends`);
      return { tag: null };
    },
  });
  await slow.execute(
    parse(
      'mutation { x: createTag(input: {name: "a"}) { tag { id } } y: createTag(input: {name: "b"}) { tag { id } } }',
    ),
    {},
    slow.context(),
  );
  expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});
