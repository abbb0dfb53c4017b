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

/** The REST API as a GraphQL schema. */
export interface WireSchema {
  schema: GraphQLSchema;
  /** By coordinate of the root field, `Reading.getEventBySlug`. */
  endpoints: ReadonlyMap<string, Endpoint>;
  /** Translates a document from REST names to names of the public schema. */
  publicDocument(document: DocumentNode): DocumentNode;
}

/** A value that no GraphQL type can describe: `false` for no image, one record instead of a list of one. */
const SHOWN_VALUE = new GraphQLScalarType({ name: 'Shown', description: 'A value as REST shows it.' });

/** The types of records, one for each kind of reply and place in it. */
class WireTypes {
  readonly #contract: Contract;
  readonly #types = new Map<string, GraphQLObjectType>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  of({ record, reply, page }: Operation): GraphQLObjectType {
    return page ? this.#type(page, reply, 'ROOT', 'ROOT') : this.#record(record, reply, 'ROOT');
  }

  #record(name: string, reply: Operation['reply'], place: Place): GraphQLObjectType {
    const record = this.#contract.records.get(name);
    if (!record) throw new Error(`REST has no record ${name}`);
    return this.#type(record, reply, place, 'EMBEDDED');
  }

  /** @param inside the place of the records inside this record */
  #type(record: WireRecord, reply: Operation['reply'], place: Place, inside: Place): GraphQLObjectType {
    const name = `${record.name}_${reply}_${place}`;
    const cached = this.#types.get(name);
    if (cached) return cached;
    const created = new GraphQLObjectType({
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
    this.#types.set(name, created);
    return created;
  }
}

/**
 * Builds the REST API as a GraphQL schema: one root field for each endpoint, with REST keys. Arguments keep their
 * GraphQL names, since REST parameters are already converted.
 * @param schema with the REST-only definitions
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

const wireField = (
  operation: Operation,
  source: GraphQLField<unknown, unknown> | undefined,
  types: WireTypes,
) => {
  // Without the arguments that only GraphQL has.
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

/** Selects the record inside the payload. */
function inPayload(node: FieldNode, payload: unknown): FieldNode {
  if (typeof payload !== 'string' || !node.selectionSet) return node;
  const { selectionSet } = node;
  const record: FieldNode = { kind: Kind.FIELD, name: nameNode(payload), selectionSet };
  return { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: [record] } };
}

/**
 * Translates a document to names of the public schema, with REST keys as aliases. Endpoints of one operation with the
 * same fields then have the same text.
 */
function publicDocument(wire: GraphQLSchema, document: DocumentNode): DocumentNode {
  const info = new TypeInfo(wire);
  const roots = [wire.getQueryType(), wire.getMutationType()];
  let operation = '';
  const rename = (node: FieldNode): FieldNode | undefined => {
    const field: unknown = info.getFieldDef()?.extensions.field;
    if (typeof field !== 'string') throw new Error(`${node.name.value} is not a field of the REST API`);
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
