import { buildSchema, type GraphQLArgument, getNamedType, isInputObjectType, isNonNullType } from 'graphql';
import { parseContract } from '../../src/api/contract/source.ts';
import { publicSdl } from '../support/public-sdl.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { loadContract, REVISIONS, WRITTEN } from './load-contract.ts';

const contract = loadContract('B');
const params = contract.operations.flatMap(({ bindings }) =>
  bindings.flatMap(({ queryParams, bodyParams }) => [...queryParams, ...bodyParams]),
);
/** The argument or input field of a parameter. */
const fieldOf = (name: string): string => name.split('.').at(-1) ?? name;
/** Names that reveal the API. */
const graphqlNames = new Set(params.map(({ name }) => fieldOf(name)).filter((name) => /[A-Z]/.test(name)));
const restNames = new Set(params.map(({ wire }) => wire).filter((wire) => wire.includes('_')));

const wordsOf = (text: string): string[] => text.match(/\w+/g) ?? [];
const namesIn = (texts: readonly string[], names: ReadonlySet<string>): string[] =>
  // Enum words are the same in both APIs.
  texts.filter((text) =>
    wordsOf(text.replace(/ (is not|must be) one of .*/, '')).some((word) => names.has(word)),
  );
/** All texts in a response. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const path of ['/events', '/venues', '/organizers', '/categories', '/tags'])
    await server.request('POST', path, {
      title: 'x',
      start_date: 'now',
      end_date: 'now',
      venue: 'x',
      organizer: path === '/events' ? [] : 'x',
      name: 'x',
    });
});
afterAll(() => server.stop());

/** Values that most parameters refuse, each for another reason. */
const NONSENSE: readonly unknown[] = ['?', '', -1, 2 ** 40, { a: 1 }, ['?', -7], '2031-02-30', 999_999, null];

test('REST mentions nothing by its GraphQL name', async () => {
  expect(graphqlNames.size).toBeGreaterThan(20);
  const texts: string[] = [];
  for (const { bindings } of contract.operations)
    for (const { path, methods, queryParams, bodyParams } of bindings) {
      const address = path.replace('{id}', '1').replace('{slug}', 'x');
      for (const value of NONSENSE) {
        const all = Object.fromEntries([...queryParams, ...bodyParams].map(({ wire }) => [wire, value]));
        const query = new URLSearchParams(Object.entries(all).map(([name, one]) => [name, String(one)]));
        for (const method of methods) {
          const isRead = method === 'GET';
          // Deletions come last: they leave fewer records to provoke errors.
          if (method === 'DELETE') continue;
          const response = await server.request(
            method,
            isRead ? `${address}?${query}` : address,
            isRead ? undefined : all,
          );
          const { message, data, additional_errors } = await response.json();
          if (response.status >= 400)
            texts.push(...textsOf([message, Object.entries(data?.params ?? {}), additional_errors]));
        }
      }
    }
  texts.push(
    ...(await Promise.all(
      ['geoloc_lat=1', 'geoloc_lng=1'].map(async (query) =>
        (await server.request('GET', `/events?${query}`)).text(),
      ),
    )),
  );
  expect(texts.length).toBeGreaterThan(300);
  expect(namesIn(texts, graphqlNames)).toEqual([]);
});

/** A required argument besides the tested one. */
const other = ({ type }: GraphQLArgument): object =>
  getNamedType(type).name.endsWith('By') ? { databaseId: 1 } : {};

test('GraphQL mentions nothing by its REST name', async () => {
  expect(restNames.size).toBeGreaterThan(20);
  const schema = buildSchema(publicSdl(parseContract(WRITTEN)));
  const texts: string[] = [];
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      for (const value of NONSENSE)
        for (const argument of field.args) {
          if (field.name.startsWith('delete')) continue;
          const needed = field.args.filter((one) => one === argument || isNonNullType(one.type));
          const named = getNamedType(argument.type);
          const sent =
            isInputObjectType(named) && !named.isOneOf
              ? Object.fromEntries(Object.keys(named.getFields()).map((name) => [name, value]))
              : value;
          const signature = needed.map(({ name, type }) => `$${name}: ${String(type)}`).join();
          const passed = needed.map(({ name }) => `${name}: $${name}`).join();
          const kind = root === schema.getQueryType() ? 'query' : 'mutation';
          const { errors } = await server.graphql(
            `${kind} (${signature}) { ${field.name}(${passed}) { __typename } }`,
            Object.fromEntries(needed.map((one) => [one.name, one === argument ? sent : other(one)])),
          );
          texts.push(...textsOf(errors?.map(({ message, extensions }) => [message, extensions.params])));
        }
  for (const near of ['latitude: 1', 'longitude: 1', 'latitude: 91, longitude: 181, radiusKm: -1'])
    texts.push(
      ...textsOf((await server.graphql(`{ events(filter: { near: { ${near} } }) { totalCount } }`)).errors),
    );
  expect(texts.length).toBeGreaterThan(300);
  expect(namesIn(texts, restNames)).toEqual([]);
});

test.each(REVISIONS)('descriptions of revision %s are translated', (revision) => {
  const { operations, routes } = loadContract(revision);
  const texts = routes.flatMap(({ bindings }) =>
    bindings.flatMap(({ queryParams, bodyParams }) =>
      [...queryParams, ...bodyParams].map(({ description }) => description),
    ),
  );
  expect(namesIn([...texts, ...operations.map(({ description }) => description)], graphqlNames)).toEqual([]);
});
