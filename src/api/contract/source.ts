import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  type EnumValueDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  Kind,
  parse,
  print,
  visit,
} from 'graphql';
import { withConnections } from './connections.ts';
import { applied, asText, isWireOnly } from './directives.ts';
import type { Revision } from './types.ts';

const isOurs = (directive: DirectiveNode | ConstDirectiveNode): boolean =>
  !['deprecated', 'specifiedBy', 'oneOf'].includes(directive.name.value);

/**
 * The arguments of a field such as `Query.events`.
 * @throws Error at start when there is no such field
 */
function argumentsOf(contract: DocumentNode, coordinate: string): readonly InputValueDefinitionNode[] {
  const [typeName, fieldName] = coordinate.split('.');
  for (const definition of contract.definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION || definition.name.value !== typeName) continue;
    const field = definition.fields?.find(({ name }) => name.value === fieldName);
    if (field) return field.arguments ?? [];
  }
  throw new Error(`@argumentsOf names ${coordinate}, which does not exist`);
}

/** The contract as written, with what connections have, and the arguments that fields inherit from others. */
export function parseContract(sdl: string): DocumentNode {
  const written = withConnections(parse(sdl, { noLocation: true }));
  return visit(written, {
    FieldDefinition(node) {
      const coordinate = asText(applied(node, 'argumentsOf')[0]?.field);
      return coordinate === null ? undefined : { ...node, arguments: argumentsOf(written, coordinate) };
    },
  });
}

/**
 * The contract of one revision: arguments and fields of the other one are removed, and descriptions are those
 * of this revision.
 */
export function forRevision(sdl: string, revision: Revision): DocumentNode {
  const keep = <T extends Parameters<typeof applied>[0]>(node: T): undefined | null => {
    const only = applied(node, 'revision')[0]?.only;
    return only === undefined || only === revision ? undefined : null;
  };
  const own = (node: InputValueDefinitionNode): InputValueDefinitionNode | undefined | null => {
    const value = revision === 'A' ? asText(applied(node, 'param')[0]?.descriptionA) : null;
    const remaining = keep(node);
    return remaining === null || value === null
      ? remaining
      : { ...node, description: { kind: Kind.STRING, value } };
  };
  return visit(parseContract(sdl), { FieldDefinition: keep, InputValueDefinition: own });
}

/** The types of which only the contract knows: those of its directives, and readers of REST. */
function helpersIn(contract: DocumentNode): ReadonlySet<string> {
  const helpers = new Set<string>();
  visit(contract, {
    ScalarTypeDefinition: (node) => (isWireOnly(node) ? void helpers.add(node.name.value) : undefined),
    DirectiveDefinition: (node) =>
      void visit(node, { NamedType: (type) => void helpers.add(type.name.value) }),
  });
  for (const builtIn of ['String', 'Int', 'Float', 'Boolean', 'ID']) helpers.delete(builtIn);
  return helpers;
}

/** What the values of public enums stand for, by the names of type and value: the words of REST. */
export function enumWords(contract: DocumentNode): Record<string, Record<string, string>> {
  const helpers = helpersIn(contract);
  const wordOf = (value: EnumValueDefinitionNode): string =>
    asText(applied(value, 'wire')[0]?.name) ?? value.name.value.toLowerCase();
  return Object.fromEntries(
    contract.definitions.flatMap((node) =>
      node.kind === Kind.ENUM_TYPE_DEFINITION && !helpers.has(node.name.value)
        ? [
            [
              node.name.value,
              Object.fromEntries((node.values ?? []).map((value) => [value.name.value, wordOf(value)])),
            ],
          ]
        : [],
    ),
  );
}

/**
 * The public GraphQL schema as SDL: the contract without its directives and the types that only those use.
 */
export function publicSdl(contract: DocumentNode): string {
  const withoutDirectives = visit(contract, {
    DirectiveDefinition: () => null,
    Directive: (node) => (isOurs(node) ? null : undefined),
  });
  const helpers = helpersIn(contract);
  return print(
    visit(withoutDirectives, {
      EnumTypeDefinition: (node) => (helpers.has(node.name.value) ? null : undefined),
      ScalarTypeDefinition: (node) => (helpers.has(node.name.value) ? null : undefined),
    }),
  );
}

/** The contract as a schema whose AST nodes still carry the directives, and whose enums stand for words of REST. */
export const contractSchema = (contract: DocumentNode): GraphQLSchema =>
  makeExecutableSchema({ typeDefs: contract, resolvers: enumWords(contract) });
