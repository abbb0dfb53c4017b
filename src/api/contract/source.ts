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
  visit,
} from 'graphql';
import { applied, asText, isRestOnly } from './directives.ts';

const isContractDirective = (directive: DirectiveNode | ConstDirectiveNode): boolean =>
  !['deprecated', 'specifiedBy', 'oneOf'].includes(directive.name.value);

export const parseContract = (sdl: string): DocumentNode => parse(sdl, { noLocation: true });

/** Names of types used only by directives, and of REST-only scalars. */
function helperTypes(contract: DocumentNode): ReadonlySet<string> {
  const helpers = new Set<string>();
  visit(contract, {
    ScalarTypeDefinition: (node) => (isRestOnly(node) ? void helpers.add(node.name.value) : undefined),
    DirectiveDefinition: (node) =>
      void visit(node, { NamedType: (type) => void helpers.add(type.name.value) }),
  });
  for (const builtIn of ['String', 'Int', 'Float', 'Boolean', 'ID']) helpers.delete(builtIn);
  return helpers;
}

/** The REST words of enum values, by type name and value name. */
export function enumWords(contract: DocumentNode): Record<string, Record<string, string>> {
  const helpers = helperTypes(contract);
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

/** The contract without its directives and the types used only by them. */
export function withoutDirectives(contract: DocumentNode): DocumentNode {
  const helpers = helperTypes(contract);
  const removeHelper = (node: { name: { value: string } }): null | undefined =>
    helpers.has(node.name.value) ? null : undefined;
  return visit(contract, {
    EnumTypeDefinition: removeHelper,
    ScalarTypeDefinition: removeHelper,
    DirectiveDefinition: () => null,
    Directive: (node) => (isContractDirective(node) ? null : undefined),
  });
}

/** The contract without REST-only definitions. */
export function publicContract(contract: DocumentNode): DocumentNode {
  const removeRestOnly = (node: ASTNode): null | undefined => (isRestOnly(node) ? null : undefined);
  return visit(contract, {
    FieldDefinition: removeRestOnly,
    InputValueDefinition: removeRestOnly,
    EnumValueDefinition: removeRestOnly,
    ObjectTypeDefinition: removeRestOnly,
    InputObjectTypeDefinition: removeRestOnly,
    EnumTypeDefinition: removeRestOnly,
    ScalarTypeDefinition: removeRestOnly,
  });
}

/** The contract as a schema. AST nodes keep the directives; enum values resolve to REST words. */
export const contractSchema = (contract: DocumentNode): GraphQLSchema =>
  makeExecutableSchema({
    typeDefs: contract,
    resolvers: enumWords(contract),
    updateResolversInPlace: true,
  });
