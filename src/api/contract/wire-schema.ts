import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldConfigMap,
  GraphQLList,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  type NameNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type Endpoint, endpointName, endpointsOf } from './endpoints.ts';
import { keysIn } from './shape.ts';
import type { Contract, Operation, Place, WireRecord } from './types.ts';

/** The REST interface as a GraphQL schema. */
export interface WireSchema {
  schema: GraphQLSchema;
  /** By the coordinates of their root fields, `Reading.getEventBySlug`. */
  endpoints: ReadonlyMap<string, Endpoint>;
  /** Translates a document in the names of REST into one in the names of the public schema. */
  publicDocument(document: DocumentNode): DocumentNode;
}

/** No GraphQL type can describe these values: `false` for no image, one record instead of a list of one. */
const SHOWN_VALUE = new GraphQLScalarType({ name: 'Shown', description: 'A value as REST shows it.' });

/** The types of records; there is one for each kind of reply and each place in it. */
class WireTypes {
  readonly #contract: Contract;
  readonly #made = new Map<string, GraphQLObjectType>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** What an operation answers. */
  of({ record, reply, page }: Operation): GraphQLObjectType {
    return page ? this.#type(page, reply, 'ROOT', 'ROOT') : this.#record(record, reply, 'ROOT');
  }

  #record(name: string, reply: Operation['reply'], place: Place): GraphQLObjectType {
    const record = this.#contract.records.get(name);
    if (!record) throw new Error(`REST has no record ${name}`);
    return this.#type(record, reply, place, 'EMBEDDED');
  }

  /** @param inside the place of the records that it contains */
  #type(record: WireRecord, reply: Operation['reply'], place: Place, inside: Place): GraphQLObjectType {
    const name = `${record.name}_${reply}_${place}`;
    const cached = this.#made.get(name);
    if (cached) return cached;
    const made = new GraphQLObjectType({
      name,
      fields: () =>
        Object.fromEntries(
          keysIn(record, reply, place)
            .filter((key) => key.constant === undefined)
            .map(({ key, field, list, type }) => {
              const one = type.kind === 'record' ? this.#record(type.name, reply, inside) : SHOWN_VALUE;
              return [key, { type: list ? new GraphQLList(one) : one, extensions: { field } }];
            }),
        ),
    });
    this.#made.set(name, made);
    return made;
  }
}

/**
 * The REST interface as a GraphQL schema: one root field for each endpoint, whose types have the keys of
 * REST. Arguments are those of the operation, since REST reads its own names before it gets here.
 * @param schema with what only REST has
 */
export function wireSchema(contract: Contract, schema: GraphQLSchema): WireSchema {
  const types = new WireTypes(contract);
  const endpoints = new Map<string, Endpoint>();
  const rootOf = (source: GraphQLObjectType | null | undefined, kind: Operation['kind'], name: string) => {
    const operations = contract.operations.filter((operation) => operation.kind === kind);
    const fields: GraphQLFieldConfigMap<unknown, unknown> = {};
    for (const operation of operations) {
      const field = wireField(operation, source?.getFields()[operation.field], types);
      for (const endpoint of endpointsOf(operation)) {
        fields[endpointName(endpoint)] = field;
        endpoints.set(`${name}.${endpointName(endpoint)}`, endpoint);
      }
    }
    return new GraphQLObjectType({ name, fields });
  };
  const wire = new GraphQLSchema({
    query: rootOf(schema.getQueryType(), 'query', 'Reading'),
    mutation: rootOf(schema.getMutationType(), 'mutation', 'Writing'),
  });
  return { schema: wire, endpoints, publicDocument: (document) => publicDocument(wire, document) };
}

/** An operation as a field whose values are those of REST. */
const wireField = (
  operation: Operation,
  source: GraphQLField<unknown, unknown> | undefined,
  types: WireTypes,
) => {
  // Without those that only GraphQL has.
  const params = operation.bindings.flatMap(({ pathParam, queryParams, bodyParams }) => [
    ...(pathParam ? [pathParam] : []),
    ...queryParams,
    ...bodyParams,
  ]);
  const names = new Set(params.map(({ name }) => name.split('.', 1)[0]));
  const args = (source?.args ?? []).filter(({ name }) => names.has(name));
  return {
    type: types.of(operation),
    args: Object.fromEntries(args.map(({ name, type }) => [name, { type }])),
    extensions: { field: operation.field, payload: operation.payload },
  };
};

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

/** A root field whose record is in a field of its payload. */
function inPayload(node: FieldNode, payload: unknown): FieldNode {
  if (typeof payload !== 'string' || !node.selectionSet) return node;
  const { selectionSet } = node;
  const record: FieldNode = { kind: Kind.FIELD, name: nameNode(payload), selectionSet };
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: [record] } };
}

/**
 * The same document in the names of the public schema, with the keys of REST as aliases. Endpoints of the
 * same operation that ask for the same fields then have the same text.
 */
function publicDocument(wire: GraphQLSchema, document: DocumentNode): DocumentNode {
  const info = new TypeInfo(wire);
  const roots = [wire.getQueryType(), wire.getMutationType()];
  let operation = '';
  const rename = (node: FieldNode): FieldNode | undefined => {
    const field: unknown = info.getFieldDef()?.extensions.field;
    if (typeof field !== 'string') throw new Error(`${node.name.value} is not a field of the REST interface`);
    if (roots.some((root) => root === info.getParentType())) {
      operation = field;
      return inPayload({ ...node, name: nameNode(field) }, info.getFieldDef()?.extensions.payload);
    }
    return field === node.name.value ? undefined : { ...node, name: nameNode(field), alias: node.name };
  };
  return visit(
    document,
    visitWithTypeInfo(info, {
      Field: { leave: rename },
      OperationDefinition: { leave: (node) => ({ ...node, name: nameNode(`Rest_${operation}`) }) },
    }),
  );
}
