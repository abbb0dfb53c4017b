import { type GraphQLArgument, getNamedType, isInputObjectType } from 'graphql';
import { sampled } from '../support/sample.ts';
import { type HostileWorld, startHostileWorld } from './stored.ts';
import { BAD_VALUES } from './values.data.ts';

/** Every argument of every root field with hostile values, as variable and as literal. */
let world: HostileWorld;
beforeAll(async () => {
  world = await startHostileWorld();
});
afterAll(() => world.stop());

/** A JSON value as a GraphQL literal; omits keys that are not names. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  return `{${fields.map(([name, inner]) => `${name}: ${literal(inner)}`).join(', ')}}`;
}

interface Root {
  kind: 'query' | 'mutation';
  name: string;
  args: readonly GraphQLArgument[];
  selection: string;
}

function roots(): Root[] {
  const kinds = [
    ['query', world.schema.getQueryType()],
    ['mutation', world.schema.getMutationType()],
  ] as const;
  return kinds.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map(({ name, args }) => ({
      kind,
      name,
      args,
      selection: '{ __typename }',
    })),
  );
}

async function send(body: object): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', ...world.server.admin };
  const response = await world.server.send('POST', '/graphql', body, headers);
  const text = await response.text();
  const { errors = [] } = JSON.parse(text);
  const bad = errors.some(
    ({ extensions }: { extensions?: { code?: string; status?: number } }) =>
      !extensions?.code || (extensions.status ?? 400) >= 500,
  );
  if (response.status >= 500 || bad) return `${JSON.stringify(body).slice(0, 300)}: ${text.slice(0, 300)}`;
  return /node_modules|\.ts:\d|insert into|Kysely|MikroORM/.test(text)
    ? `leaks: ${text.slice(0, 300)}`
    : undefined;
}

const OTHERS: Record<string, string> = {
  by: '{ databaseId: 999 }',
  id: '"x"',
  ids: '["x"]',
  input: '{}',
};

/** The other required arguments. */
const othersOf = (args: readonly GraphQLArgument[], arg: GraphQLArgument): string =>
  args
    .filter((other) => other !== arg && String(other.type).endsWith('!'))
    .map((other) => `, ${other.name}: ${OTHERS[other.name] ?? '1'}`)
    .join('');

function requests({ kind, name, args, selection }: Root): object[] {
  return args.flatMap((arg) => {
    const others = othersOf(args, arg);
    const all = BAD_VALUES.flatMap((value) => [
      {
        query: `${kind} ($v: ${arg.type}) { ${name}(${arg.name}: $v${others}) ${selection} }`,
        variables: { v: value },
      },
      { query: `${kind} { ${name}(${arg.name}: ${literal(value)}${others}) ${selection} }` },
    ]);
    return sampled(`${name} ${arg.name}`, all, kind === 'query' ? 3 : 4);
  });
}

test('no argument of a query makes the service fail', async () => {
  const complaints: unknown[] = [];
  for (const root of roots().filter(({ kind }) => kind === 'query'))
    for (const request of requests(root)) complaints.push((await send(request)) ?? []);
  expect(complaints.flat()).toEqual([]);
});

test('no argument of a mutation makes the service fail, or stores anything', async () => {
  const before = await world.stored();
  const complaints: unknown[] = [];
  for (const root of roots().filter(({ kind }) => kind === 'mutation'))
    for (const request of requests(root)) complaints.push((await send(request)) ?? []);
  expect(complaints.flat()).toEqual([]);
  expect(await world.stored()).toBe(before);
});

/** Fields of the input type of an argument; none if it is not an object. */
function fieldsOf({ type }: GraphQLArgument): string[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
}

test('no field of an argument makes the service fail, or stores anything', async () => {
  const before = await world.stored();
  const complaints: unknown[] = [];
  for (const { kind, name, args } of roots())
    for (const arg of args.filter((one) => one.name !== 'input'))
      for (const field of fieldsOf(arg))
        for (const value of sampled(`${name} ${arg.name} ${field}`, BAD_VALUES, 2)) {
          const query = `${kind} ($v: ${arg.type}) { ${name}(${arg.name}: $v${othersOf(args, arg)}) { __typename } }`;
          complaints.push((await send({ query, variables: { v: { [field]: value } } })) ?? []);
        }
  expect(complaints.flat()).toEqual([]);
  expect(await world.stored()).toBe(before);
});

test('no field of an input makes the service fail', async () => {
  const complaints: unknown[] = [];
  for (const { bindings, field } of world.contract.operations.filter(({ hasInput }) => hasInput)) {
    const noun = `${field.replace(/^create|^update/, '').toLowerCase()}s`.replace('categorys', 'categories');
    const by = field.startsWith('update') ? `by: { databaseId: ${world.ids[noun]} }, ` : '';
    const input = roots()
      .find(({ name }) => name === field)
      ?.args.find(({ name }) => name === 'input');
    if (!input) throw new Error(`${field} has no input`);
    const others = Object.fromEntries(
      (bindings[0]?.bodyParams ?? [])
        .filter(({ required }) => required)
        .map(({ name }) => name.replace(/^input\./, ''))
        .map((name) => [name, ['start', 'end'].includes(name) ? '2031-01-01' : 'x']),
    );
    for (const name of fieldsOf(input))
      for (const value of sampled(`${field} ${name}`, BAD_VALUES, 3)) {
        const query = `mutation ($v: ${input.type}) { ${field}(${by}input: $v) { __typename } }`;
        complaints.push((await send({ query, variables: { v: { ...others, [name]: value } } })) ?? []);
      }
  }
  expect(complaints.flat()).toEqual([]);
});

test.each([
  ['no document', {}],
  ['a number', { query: 1 }],
  ['a list', { query: ['{ viewer { id } }'] }],
  ['an empty one', { query: '' }],
  ['broken variables', { query: '{ viewer { id } }', variables: 'x' }],
  ['listed variables', { query: '{ viewer { id } }', variables: [1] }],
  ['an unknown operation', { query: '{ viewer { id } }', operationName: '__proto__' }],
  [
    'extensions',
    { query: '{ viewer { id } }', extensions: { persistedQuery: { version: 1, sha256Hash: 1 } } },
  ],
  ['a list of extensions', { query: '{ viewer { id } }', extensions: [] }],
  ['deep nesting', { query: '{'.repeat(4000) }],
  ['deep lists', { query: `{ events(filter: { include: ${'['.repeat(2000)} }) { totalCount } }` }],
  ['a circle of fragments', { query: '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }' }],
  ['NUL', { query: '\0' }],
  [
    'variables with odd names',
    {
      query: 'query ($__proto__: Int, $constructor: Int!) { event(by: { databaseId: $constructor }) { id } }',
      variables: { constructor: 1 },
    },
  ],
])('%s', async (_name, body) => {
  expect(await send(body)).toBeUndefined();
});
