import {
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  parse,
  type TypeNode,
  visit,
} from 'graphql';
import { applied } from './directives.ts';

/** What `@connection` adds to a type `RecordConnection`, and to the fields that answer one. */
const ADDED = parse(`
  extend type RecordConnection {
    "The records on this page."
    nodes: [Record!]! @wire(hide: true)
    "The records on this page, and the cursor of each."
    edges: [RecordEdge!]! @wire(hide: true)
    "Where this page is in the list."
    pageInfo: PageInfo! @wire(hide: true)
  }

  "A record of a list, and its place there."
  type RecordEdge {
    "The record."
    node: Record!
    "The place of the record in the list; an argument after or before leads on from here."
    cursor: String!
  }

  extend type Query {
    records(
      "Records on the page: the first ones, of the list or behind the cursor after. No more than the configured maximum."
      first: Int @param(min: 1) @wire(hide: true)
      "Only what comes behind this cursor, which is of an edge of the same list, or the endCursor of one of its pages."
      after: String @param(nonEmpty: true, maxLength: 2000) @wire(hide: true)
      "Records on the page: the last ones, of the list or ahead of the cursor before. No more than the configured maximum."
      last: Int @param(min: 1) @wire(hide: true)
      "Only what comes ahead of this cursor, which is of an edge of the same list, or the startCursor of one of its pages."
      before: String @param(nonEmpty: true, maxLength: 2000) @wire(hide: true)
    ): RecordConnection!
  }
`);

/** The template for one type of records. */
function addedFor(record: string) {
  const { definitions } = visit(ADDED, {
    Name: (node) => ({ ...node, value: node.value.replace(/^Record(?=$|Connection$|Edge$)/, record) }),
  });
  const fieldsOf = (name: string): readonly FieldDefinitionNode[] =>
    definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_EXTENSION && node.name.value === name ? (node.fields ?? []) : [],
    );
  return {
    fields: fieldsOf(`${record}Connection`),
    args: fieldsOf('Query').flatMap((field): readonly InputValueDefinitionNode[] => field.arguments ?? []),
    types: definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION),
  };
}

const typeNameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : typeNameOf(type.type);

/**
 * A contract with what the types with `@connection` have besides their own fields, their edges, and the
 * arguments of fields that answer one, unless these take those of another field.
 * @throws Error at start for a type that is not named `…Connection` after that of its records
 */
export function withConnections(contract: DocumentNode): DocumentNode {
  const connections = new Map<string, ReturnType<typeof addedFor>>();
  visit(contract, {
    ObjectTypeDefinition(node) {
      if (applied(node, 'connection').length === 0) return;
      const [, record] = /^(\w+)Connection$/.exec(node.name.value) ?? [];
      if (!record) throw new Error(`${node.name.value} has @connection, but not the name of a connection`);
      connections.set(node.name.value, addedFor(record));
    },
  });
  const complete = visit(contract, {
    FieldDefinition(node) {
      const added = connections.get(typeNameOf(node.type));
      if (!added || applied(node, 'argumentsOf').length > 0) return undefined;
      return { ...node, arguments: [...added.args, ...(node.arguments ?? [])] };
    },
    ObjectTypeDefinition: {
      leave(node) {
        const added = connections.get(node.name.value);
        return added && { ...node, fields: [...added.fields, ...(node.fields ?? [])] };
      },
    },
  });
  const edges = [...connections.values()].flatMap(({ types }) => types);
  return { ...complete, definitions: [...complete.definitions, ...edges] };
}
