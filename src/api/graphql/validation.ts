import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  BREAK,
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  isConstValueNode,
  isInputType,
  Kind,
  KnownArgumentNamesRule,
  ProvidedRequiredArgumentsRule,
  specifiedRules,
  UniqueInputFieldNamesRule,
  ValuesOfCorrectTypeRule,
  validate,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type { Settings } from '../../domain/context/context.ts';
import { ERRORS, MAX_PROBLEMS, ServiceError, truncate } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import type { ApolloContext } from './gateway.ts';
import { checkDocumentSize, checkOperationCost } from './limits.ts';
import { withOneOfRemedy } from './one-of.ts';

interface ValidationDeps {
  schema: GraphQLSchema;
  settings: Settings;
  formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError;
}

/** The status of documents that are invalid or too large. */
const STATUS = ERRORS.query_too_complex[0];

/** The message of graphql-js about a literal, with a remedy. */
function literalMessage(schema: GraphQLSchema, { message, nodes: [node] = [] }: GraphQLError): string {
  const [, name = ''] = /^Expected value of type "\W*(\w+)/.exec(message) ?? [];
  const type = schema.getType(name);
  if (!isInputType(type) || !node || !isConstValueNode(node)) return message;
  return withOneOfRemedy(message, type, valueFromASTUntyped(node));
}

const VALUE_RULES = [
  ValuesOfCorrectTypeRule,
  ProvidedRequiredArgumentsRule,
  KnownArgumentNamesRule,
  UniqueInputFieldNamesRule,
];
const OTHER_RULES = specifiedRules.filter((rule) => !VALUE_RULES.includes(rule));

/** The path of the argument in an error: `filter.statuses.0`. */
function argumentPath(document: DocumentNode, { message, nodes: [wanted] = [] }: GraphQLError): string {
  const parts: string[] = [];
  visit(document, {
    enter(node, _key, _parent, keys) {
      if (node !== wanted) return undefined;
      parts.push(...partsAt(document, keys));
      return BREAK;
    },
  });
  // For a missing or null field, the error names the object around it.
  const [, missing = ''] =
    /(?:argument "|^Field "\w+\.)(\w+)" (?:of (?:required )?type|must be non-null)/.exec(message) ?? [];
  return [...parts, missing].filter((part) => part !== '').join('.');
}

/** The names of arguments and input fields, and positions in lists, on the way to a node of a document. */
function partsAt(document: DocumentNode, keys: readonly (string | number)[]): string[] {
  const parts: string[] = [];
  let node: unknown = document;
  for (const [at, key] of keys.entries()) {
    node = property(node, String(key));
    const kind = property(node, 'kind');
    if (kind === Kind.ARGUMENT || kind === Kind.OBJECT_FIELD)
      parts.push(String(property(property(node, 'name'), 'value')));
    if (keys[at - 1] === 'values') parts.push(String(key));
  }
  return parts;
}

const invalid = (error: GraphQLError): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });

/** An error about the value of an argument, with the code of a variable with this value. */
function invalidValue(schema: GraphQLSchema, document: DocumentNode, error: GraphQLError): GraphQLError {
  const message = truncate(literalMessage(schema, error));
  const path = argumentPath(document, error);
  return new GraphQLError(message, {
    nodes: error.nodes ?? null,
    extensions: { code: 'BAD_USER_INPUT', ...(path !== '' && { params: { [path]: message } }) },
  });
}

/**
 * Creates a function that checks the size of a document, then the rules of GraphQL.
 * @returns a function that throws ServiceError query_too_complex, 400
 */
export function documentValidator(
  schema: GraphQLSchema,
): (document: DocumentNode) => readonly GraphQLError[] {
  const valid = new WeakSet<DocumentNode>();
  const options = { maxErrors: MAX_PROBLEMS };
  return (document) => {
    if (valid.has(document)) return [];
    checkDocumentSize(document);
    const errors = validate(schema, document, OTHER_RULES, options);
    if (errors.length > 0) return errors.map(invalid);
    const ofValues = validate(schema, document, VALUE_RULES, options);
    if (ofValues.length === 0) valid.add(document);
    return ofValues.map((error) => invalidValue(schema, document, error));
  };
}

/**
 * Validates operations: the size of the document, the rules of GraphQL, and the cost of the operation. Apollo would
 * validate documents of any size, and has no hook between parsing and validation that can refuse one
 * (decisions/0061).
 */
export function validation({
  schema,
  settings,
  formatError,
}: ValidationDeps): ApolloServerPlugin<ApolloContext> {
  const errorsOf = documentValidator(schema);
  return {
    requestDidStart: async () => ({
      responseForOperation: async ({ document, request }) => {
        let errors: readonly GraphQLError[];
        try {
          errors = errorsOf(document);
          if (errors.length === 0) {
            checkOperationCost(schema, document, request, settings);
            return null;
          }
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          errors = [new GraphQLError(error.message, { originalError: error })];
        }
        const formatted = errors.map((error) => formatError(error.toJSON(), error));
        return {
          http: { status: STATUS, headers: new HeaderMap() },
          body: { kind: 'single', singleResult: { errors: formatted } },
        };
      },
    }),
  };
}
