import {
  type ASTNode,
  buildASTSchema,
  buildClientSchema,
  buildSchema,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  type IntrospectionQuery,
  introspectionFromSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  Kind,
  type NameNode,
  parse,
  visit,
} from 'graphql';
import { WRITTEN } from '../contract/load-contract.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/**
 * The public schema is schema.graphql without its members for REST. This file parses schema.graphql
 * independently.
 */
const OPTIONS = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
  experimentalDirectiveDeprecation: true,
};

let server: TestServer;
let published: IntrospectionQuery;
let schema: GraphQLSchema;
beforeAll(async () => {
  server = await startTestServer();
  const response = await server.send('POST', '/graphql', { query: getIntrospectionQuery(OPTIONS) }, {});
  published = (await response.json()).data;
  schema = buildClientSchema(published);
});
afterAll(() => server.stop());

const directivesOf = (node: ASTNode): string[] =>
  'directives' in node ? (node.directives ?? []).map(({ name }) => name.value) : [];
const isRestOnly = (node: ASTNode): boolean => directivesOf(node).includes('restOnly');

const [WITHOUT_DIRECTIVES = '', DIRECTIVES = ''] = WRITTEN.split(/(?=^"[^"]*"\ndirective @rest\()/m);
const CONTRACT = parse(WITHOUT_DIRECTIVES);

const stripped = (document: DocumentNode): DocumentNode =>
  visit(document, {
    enter: (node) => {
      const isOfRest = node.kind === Kind.DIRECTIVE && !['oneOf', 'specifiedBy'].includes(node.name.value);
      return isOfRest || isRestOnly(node) ? null : undefined;
    },
  });

/** An introspection with its types and directives by name; the order of their members counts. */
const byName = ({ __schema }: IntrospectionQuery): object => ({
  ...__schema,
  types: Object.fromEntries(__schema.types.map((type) => [type.name, type])),
  directives: Object.fromEntries(__schema.directives.map((directive) => [directive.name, directive])),
});
const introspected = (one: GraphQLSchema): object => byName(introspectionFromSchema(one, OPTIONS));

test('the file is split where the directives begin', () =>
  expect(DIRECTIVES.match(/^(directive|enum|scalar|type|input|interface) \S+/gm)?.[0]).toBe(
    'directive @rest(',
  ));

test('introspection shows schema.graphql without its members for REST, and nothing else', () => {
  const expected = introspected(buildASTSchema(stripped(CONTRACT)));
  expect(byName(published)).toEqual(expected);
});

test('so does the schema as a file', async () => {
  const text = await (await server.send('GET', '/schema.graphql', undefined, {})).text();
  expect(introspected(buildSchema(text))).toEqual(byName(published));
});

/** Members and types for REST only, by coordinate: `Event.restUrl`, `Query.events.page`. */
const HIDDEN = {
  types: Array.of<string>(),
  fields: Array.of<string>(),
  args: Array.of<string>(),
  inputs: Array.of<string>(),
  words: Array.of<string>(),
};
visit(CONTRACT, {
  enter: (node) => {
    if (!('name' in node) || node.kind === Kind.DIRECTIVE || !node.name) return undefined;
    const type = node.name.value;
    const hiddenIn = (members: readonly (ASTNode & { name: NameNode })[] = [], owner = type): string[] =>
      members.filter(isRestOnly).map(({ name }) => `${owner}.${name.value}`);
    if (isRestOnly(node)) HIDDEN.types.push(type);
    else if (node.kind === Kind.ENUM_TYPE_DEFINITION) HIDDEN.words.push(...hiddenIn(node.values));
    else if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) HIDDEN.inputs.push(...hiddenIn(node.fields));
    else if (node.kind === Kind.OBJECT_TYPE_DEFINITION) {
      HIDDEN.fields.push(...hiddenIn(node.fields));
      for (const { name, arguments: args } of node.fields ?? [])
        HIDDEN.args.push(...hiddenIn(args, `${type}.${name.value}`));
    }
    return false;
  },
});

test('a REST-only field cannot be queried, and is not suggested', async () => {
  expect(HIDDEN.fields).toEqual(expect.arrayContaining(['Event.restUrl', 'EventConnection.totalPages']));
  for (const [type = '', field = ''] of HIDDEN.fields.map((path) => path.split('.'))) {
    // The fragment is unused, which causes another error.
    const { data, errors = [] } = await server.graphql(
      `{ __typename } fragment F on ${type} { ${field} ${field.slice(0, -1)} }`,
    );
    const messages = errors.map(({ message }) => message);
    expect(data).toBeUndefined();
    expect(messages).toContainEqual(
      expect.stringContaining(`Cannot query field "${field}" on type "${type}"`),
    );
    expect(messages.filter((text) => text.split('Did you mean')[1]?.includes(`"${field}"`))).toEqual([]);
    expect(errors[0]?.extensions).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED', status: 400 });
  }
});

test('a REST-only argument is refused', async () => {
  expect(HIDDEN.args).toEqual(
    expect.arrayContaining(['Query.events.page', 'Query.events.cursor', 'Mutation.deleteTag.force']),
  );
  for (const [type, field, arg] of HIDDEN.args.map((path) => path.split('.'))) {
    const kind = type === 'Mutation' ? 'mutation' : 'query';
    const { errors } = await server.graphql(`${kind} { ${field}(${arg}: 1) { __typename } }`);
    expect(errors?.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(new RegExp(`^Unknown argument "${arg}" on field "${type}.${field}"`)),
    );
  }
});

/** An operation with a value of an input type or an enum, and its variables. */
function operationWith(name: string, value: unknown): [query: string, variables: Record<string, unknown>] {
  /** The value inside an input type; undefined if the type has no field for it. */
  const inside = (type: GraphQLInputType, above: readonly string[]): unknown => {
    const named = getNamedType(type);
    if (named.name === name) return value;
    if (!isInputObjectType(named) || above.includes(named.name)) return undefined;
    for (const field of Object.values(named.getFields())) {
      const inner = inside(field.type, [...above, named.name]);
      if (inner !== undefined) return { [field.name]: inner };
    }
    return undefined;
  };
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      for (const { name: arg, type } of field.args) {
        const sent = inside(type, []);
        if (sent === undefined) continue;
        const needed = field.args.filter((one) => one.name === arg || isNonNullType(one.type));
        const signature = needed.map((one) => `$${one.name}: ${String(one.type)}`).join();
        const passed = needed.map((one) => `${one.name}: $${one.name}`).join();
        const text = `(${signature}) { ${field.name}(${passed}) { __typename } }`;
        return [root === schema.getQueryType() ? `query ${text}` : `mutation ${text}`, { [arg]: sent }];
      }
  throw new Error(`nothing takes ${name}`);
}

test('a REST-only input field is refused', async () => {
  expect(HIDDEN.inputs).toEqual(
    expect.arrayContaining(['EventFilter.startsUntil', 'VenueBy.text', 'VenueLink.record']),
  );
  for (const [input = '', field = ''] of HIDDEN.inputs.map((path) => path.split('.'))) {
    const { errors } = await server.graphql(...operationWith(input, { [field]: 'x' }));
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors?.[0]?.message).toContain(`Field "${field}" is not defined by type "${input}"`);
  }
});

test('a REST-only enum word is refused, and not listed among the others', async () => {
  expect(HIDDEN.words).toEqual(expect.arrayContaining(['TermOrderField.TERM_GROUP']));
  for (const [type = '', value = ''] of HIDDEN.words.map((path) => path.split('.'))) {
    const { errors } = await server.graphql(...operationWith(type, value));
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    const [before = '', listed = ''] = errors?.[0]?.message.split(' is not one of ') ?? [];
    expect(before).toContain(`"${value}"`);
    expect(listed.split(/\W+/)).not.toContain(value);
  }
});

test('a REST-only type does not exist', async () => {
  expect(HIDDEN.types).toEqual(
    expect.arrayContaining(['CostDetails', 'TermLinks', 'RecordInput', 'VenueLinks']),
  );
  for (const type of HIDDEN.types) {
    const { data } = await server.graphql(`{ __type(name: "${type}") { name } }`);
    expect(data).toEqual({ __type: null });
  }
});

/** The completions of an editor such as GraphiQL at one place. */
const completions = (): [place: string, names: string[]][] =>
  Object.values(schema.getTypeMap()).flatMap((type): [string, string[]][] => {
    if (type.name.startsWith('__')) return [];
    if (isEnumType(type)) return [[type.name, type.getValues().map(({ name }) => name)]];
    if (isInputObjectType(type)) return [[type.name, Object.keys(type.getFields())]];
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const fields = Object.values(type.getFields());
    return [
      [type.name, fields.map(({ name }) => name)],
      ...fields.map(({ name, args }): [string, string[]] => [
        `${type.name}.${name}`,
        args.map((arg) => arg.name),
      ]),
    ];
  });

test('there are no duplicates in any spelling, and no deprecated members', () => {
  const twice = completions().flatMap(([place, names]) => {
    const spelt = names.map((name) => name.replaceAll('_', '').toLowerCase());
    return names.filter((_, at) => spelt.indexOf(spelt[at] ?? '') !== at).map((name) => `${place}.${name}`);
  });
  expect(twice).toEqual([]);
  expect(JSON.stringify(published)).not.toContain('"isDeprecated":true');
});
