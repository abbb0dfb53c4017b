import type { ExecutionArgs } from 'graphql';
import { useSofa } from 'sofa-api';
import { replacing } from '../support/replacing.ts';

const executed: ExecutionArgs['variableValues'][] = [];
/** The variables that SOFA passes to the executor next time, instead of its own. */
let replaced: ExecutionArgs['variableValues'] | null = null;

const importing = replacing('sofa-api', {
  useSofa: (config: Parameters<typeof useSofa>[0]) =>
    useSofa({
      ...config,
      execute: (args) => {
        executed.push(args.variableValues);
        const variableValues = replaced ?? args.variableValues;
        replaced = null;
        return config.execute?.({ ...args, variableValues }) ?? { data: null };
      },
    }),
});
const { NAMESPACE, startRest } = await importing<typeof import('./harness.ts')>(
  import.meta.resolve('./harness.ts'),
);

const rest = await startRest();
afterAll(() => rest.close());

test.each<[method: string, path: string, body: unknown, variables: object]>([
  [
    'GET',
    '/events?per_page=2&search=a%20b&search=jazz&venue=5&featured=1&geoloc_lat=47.5&geoloc_lng=8',
    undefined,
    {
      perPage: 2,
      filter: { search: 'jazz', venues: ['5'], isFeatured: true, near: { latitude: 47.5, longitude: 8 } },
    },
  ],
  ['GET', '/events/by-slug/a-b', undefined, { by: { slug: 'a-b' } }],
  [
    'POST',
    '/events/5?title=ignored',
    { title: 'x', description: null },
    { by: { databaseId: 5 }, input: { title: 'x', description: null } },
  ],
  ['DELETE', '/events/5', undefined, { by: { databaseId: 5 } }],
  [
    'GET',
    '/venues/5/events?search=jazz',
    undefined,
    { filter: { venues: [{ databaseId: 5 }], search: 'jazz' } },
  ],
])('%s %s passes through SOFA as variables of its operation', async (method, path, body, variables) => {
  const response =
    method === 'GET' ? await rest.get(NAMESPACE + path) : await rest.send(method, NAMESPACE + path, body);
  expect(response.status).toBe(200);
  expect(executed.at(-1)).toEqual(variables);
  expect(rest.runs.at(-1)?.variables).toEqual(variables);
});

test('the operation and the response use the variables that SOFA passes', async () => {
  replaced = { perPage: 3 };
  const { rest_url } = await (await rest.get(`${NAMESPACE}/events?per_page=2`)).json();
  expect(rest.runs.at(-1)?.variables).toEqual({ perPage: 3 });
  expect(new URL(rest_url).searchParams.get('per_page')).toBe('3');
});
