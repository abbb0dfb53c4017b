import { type ApolloServerPlugin, HeaderMap } from '@apollo/server';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  isConstValueNode,
  isInputType,
  validate,
  valueFromASTUntyped,
} from 'graphql';
import type { Settings } from '../../domain/context/context.ts';
import { ERRORS, MAX_PROBLEMS, ServiceError } from '../../lib/errors.ts';
import type { ApolloContext } from './gateway.ts';
import { checkDocumentSize, checkOperationCost } from './limits.ts';
import { withOneOfRemedy } from './one-of.ts';

interface ValidationDeps {
  schema: GraphQLSchema;
  settings: Settings;
  formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError;
}

/** Of documents that are not valid, and of those that are too large. */
const STATUS = ERRORS.query_too_complex[0];

/** What graphql-js says of a literal, with what to send in its place. */
function literalMessage(schema: GraphQLSchema, { message, nodes: [node] = [] }: GraphQLError): string {
  const [, name = ''] = /^Expected value of type "\W*(\w+)/.exec(message) ?? [];
  const type = schema.getType(name);
  if (!isInputType(type) || !node || !isConstValueNode(node)) return message;
  return withOneOfRemedy(message, type, valueFromASTUntyped(node));
}

const invalid = (schema: GraphQLSchema, error: GraphQLError): GraphQLError =>
  new GraphQLError(literalMessage(schema, error), {
    nodes: error.nodes ?? null,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
  });

/**
 * Makes a function that validates documents: their size, and by the rules of GraphQL.
 * @throws ServiceError query_too_complex, 400
 */
export function documentValidator(
  schema: GraphQLSchema,
): (document: DocumentNode) => readonly GraphQLError[] {
  const valid = new WeakSet<DocumentNode>();
  return (document) => {
    if (valid.has(document)) return [];
    checkDocumentSize(document);
    const errors = validate(schema, document, undefined, { maxErrors: MAX_PROBLEMS });
    if (errors.length === 0) valid.add(document);
    return errors.map((error) => invalid(schema, error));
  };
}

/**
 * Validates operations: the size of the document, the rules of GraphQL, and the cost of the operation. Apollo would
 * validate documents of any size, and has nothing that is called between parsing and validating and can refuse one
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
