import { makeExecutableSchema } from '@graphql-tools/schema';
import {
  type ASTNode,
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  type EnumValueDefinitionNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  visit,
} from 'graphql';
import { applied, asText, isRestOnly } from './directives.ts';

const isOurs = (directive: DirectiveNode | ConstDirectiveNode): boolean =>
  !['deprecated', 'specifiedBy', 'oneOf'].includes(directive.name.value);

/** The contract as written. */
export const parseContract = (sdl: string): DocumentNode => parse(sdl, { noLocation: true });

/** Names of the types that only directives use, and of scalars by which REST reads values. */
function helpersIn(contract: DocumentNode): ReadonlySet<string> {
  const helpers = new Set<string>();
  visit(contract, {
    ScalarTypeDefinition: (node) => (isRestOnly(node) ? void helpers.add(node.name.value) : undefined),
    DirectiveDefinition: (node) =>
      void visit(node, { NamedType: (type) => void helpers.add(type.name.value) }),
  });
  for (const builtIn of ['String', 'Int', 'Float', 'Boolean', 'ID']) helpers.delete(builtIn);
  return helpers;
}

/** What the values of enums stand for, by the names of type and value: the words of REST. */
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

/** The contract without its directives, and without the types that only those use. */
export function withoutDirectives(contract: DocumentNode): DocumentNode {
  const helpers = helpersIn(contract);
  const keep = (node: { name: { value: string } }): null | undefined =>
    helpers.has(node.name.value) ? null : undefined;
  const definitions = visit(contract, { EnumTypeDefinition: keep, ScalarTypeDefinition: keep });
  return visit(definitions, {
    DirectiveDefinition: () => null,
    Directive: (node) => (isOurs(node) ? null : undefined),
  });
}

/** The contract without what only REST has. */
export function publicContract(contract: DocumentNode): DocumentNode {
  const keep = (node: ASTNode): null | undefined => (isRestOnly(node) ? null : undefined);
  return visit(contract, {
    FieldDefinition: keep,
    InputValueDefinition: keep,
    EnumValueDefinition: keep,
    ObjectTypeDefinition: keep,
    InputObjectTypeDefinition: keep,
    EnumTypeDefinition: keep,
    ScalarTypeDefinition: keep,
  });
}

/** The public GraphQL schema as SDL. */
export const publicSdl = (contract: DocumentNode): string =>
  print(withoutDirectives(publicContract(contract)));

/** The contract as a schema whose AST nodes still carry the directives, and whose enums stand for words of REST. */
export const contractSchema = (contract: DocumentNode): GraphQLSchema =>
  makeExecutableSchema({ typeDefs: contract, resolvers: enumWords(contract) });
