import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { OperationSteps } from '../../domain/resource/resource.ts';
import { isId } from '../../lib/ids.ts';
import { property } from '../../lib/object.ts';
import type { Args } from './operation-validator.ts';
import type { SchemaExtension } from './schema.ts';

const SPECIFICATION = 'https://specs.apollo.dev/federation/v2.3';
/** The interface of all types that other subgraphs may refer to. */
const NODE = 'Node';
/** The type that every subgraph with connections has. */
const PAGE_INFO = 'PageInfo';

/** Reads records by type and id, in their order; null for what is missing and for what the caller may not read. */
export type ReadNodes = (
  context: Context,
  names: readonly { readonly type: string; readonly id: number }[],
  info: GraphQLResolveInfo,
) => Promise<readonly unknown[]>;

const isEntity = (node: DefinitionNode): node is ObjectTypeDefinitionNode =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION &&
  node.interfaces?.some(({ name }) => name.value === NODE) === true;

/** A directive as it is written behind a type. */
function directive(text: string): ConstDirectiveNode[] {
  const [definition] = parse(`type T ${text}`).definitions;
  return definition?.kind === Kind.OBJECT_TYPE_DEFINITION ? [...(definition.directives ?? [])] : [];
}

/** The schema as a gateway composes it with others: with what refers to a type, and without what is for gateways. */
function subgraphSdl(sdl: string): string {
  const key = directive('@key(fields: "id")');
  const shareable = directive('@shareable');
  const link = directive(`@link(url: "${SPECIFICATION}", import: ["@key", "@shareable"])`);
  return print(
    visit(parse(sdl), {
      SchemaDefinition: (node) => ({ ...node, directives: [...(node.directives ?? []), ...link] }),
      ObjectTypeDefinition(node) {
        const added = node.name.value === PAGE_INFO ? shareable : isEntity(node) ? key : [];
        return added.length > 0 ? { ...node, directives: [...(node.directives ?? []), ...added] } : undefined;
      },
    }),
  );
}

/** The id in a representation, which some gateways send as a text; null where there is none. */
function idOf(id: unknown): number | null {
  const number = typeof id === 'string' && /^[1-9]\d*$/.test(id) ? Number(id) : id;
  return typeof number === 'number' && isId(number) ? number : null;
}

/**
 * What makes the schema a subgraph of Apollo Federation 2 (FEDERATION, rules#federation).
 * @param sdl the public schema
 * @param read reads records by the rights of the caller
 */
export function federation(sdl: string, read: ReadNodes): SchemaExtension {
  const entities = parse(sdl)
    .definitions.filter(isEntity)
    .map(({ name }) => name.value);
  const subgraph = subgraphSdl(sdl);
  const find: OperationSteps<Args, unknown>['run'] = async (
    context,
    { representations },
    _authorized,
    info,
  ) => {
    const names = (Array.isArray(representations) ? representations : []).map((one: unknown) => {
      const type = property(one, '__typename');
      const id = idOf(property(one, 'id'));
      return typeof type === 'string' && id !== null ? { type, id } : null;
    });
    const valid = names.filter((name) => name !== null);
    const records = valid.length === 0 ? [] : await read(context, valid, info);
    let next = 0;
    return names.map((name) => (name === null ? null : records[next++]));
  };
  return {
    sdl: `
"What a gateway knows of a record: its \\"__typename\\" and \\"id\\"."
scalar _Any
"What a gateway composes."
type _Service {
  "The schema, with the keys of its types."
  sdl: String!
}
"A record that other subgraphs may refer to."
union _Entity = ${entities.join(' | ')}
extend type Query {
  "The schema for gateways."
  _service: _Service!
  "Records by what gateways know of them, in their order; null for those that do not exist or that the caller may not read."
  _entities("What is known of each." representations: [_Any!]!): [_Entity]!
}`,
    scalars: { _Any: (value) => value },
    operations: new Map<string, OperationSteps<Args, unknown>>([
      ['Query._service', { run: async () => ({ sdl: subgraph }) }],
      ['Query._entities', { run: find }],
    ]),
  };
}
