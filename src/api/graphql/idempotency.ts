import { createHash } from 'node:crypto';
import {
  BREAK,
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { IdempotentRequest } from '../../domain/context/request.ts';
import { once } from '../../domain/idempotency/once.ts';
import { ServiceError } from '../../lib/errors.ts';
import { applied } from '../contract/directives.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import { authorizationErrors } from './authorization-errors.ts';
import type { Schemas } from './schema.ts';
import type { Variables } from './variables.ts';

interface KeyedMutation {
  readonly key: string;
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Variables>;
  readonly context: Context;
}

interface OnceResult {
  readonly result: ExecutionResult;
  readonly isRepeated: boolean;
}

const SECRET_MESSAGE =
  'Send this mutation without an Idempotency-Key: its response contains a password, and responses to keys are stored.';

/** Whether the result of a document may contain a secret, which must not be stored. */
function selectsSecret(contract: GraphQLSchema, document: DocumentNode): boolean {
  let isSecret = false;
  const info = new TypeInfo(contract);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => {
        isSecret ||= applied(info.getFieldDef()?.astNode, 'secret').length > 0;
        return isSecret ? BREAK : undefined;
      },
    }),
  );
  return isSecret;
}

const fingerprint = ({ document, operationName, variables }: KeyedMutation): string =>
  createHash('sha256')
    .update(JSON.stringify(['graphql', document.loc?.source.body, operationName ?? null, variables]))
    .digest('base64url');

/** The errors of root fields that the caller may not run, regardless of a stored result. */
async function refusals(schemas: Schemas, mutation: KeyedMutation): Promise<GraphQLError[]> {
  const { context, document, variables, operationName } = mutation;
  const operation = getOperationAST(document, operationName);
  const errors = operation ? await authorizationErrors(context, schemas, document, operation, variables) : [];
  return errors.filter(
    ({ originalError }) => originalError instanceof ServiceError && originalError.isAccessDenied,
  );
}

/** The error of a refused key, which sets the status of the response. */
const refused = (error: ServiceError): GraphQLError =>
  new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } });

/**
 * Runs a mutation once per key: all fields in one transaction, rolled back if the result has an error. Returns the
 * stored result for a repeated request (rules#idempotency).
 * @param run executes the mutation with the context of the transaction
 * @throws GraphQLError for an unusable key
 */
export async function runMutationOnce(
  schemas: Schemas,
  mutation: KeyedMutation,
  run: (context: Context) => Promise<ExecutionResult>,
): Promise<OnceResult> {
  const { context, document } = mutation;
  let failed: ExecutionResult | undefined;
  try {
    const request: IdempotentRequest = {
      key: readIdempotencyKey(mutation.key),
      fingerprint: fingerprint(mutation),
      showsOtherRecords: true,
    };
    if (selectsSecret(schemas.annotated, document))
      throw new ServiceError('invalid_idempotency_key', { message: SECRET_MESSAGE });
    const forbidden = await refusals(schemas, mutation);
    if (forbidden.length > 0) return { result: { data: null, errors: forbidden }, isRepeated: false };
    const { text, isRepeated } = await once(context, request, async (within) => {
      const result = await run(within);
      const [error] = result.errors ?? [];
      failed = error && result;
      if (error) throw error.originalError ?? error;
      return { status: 200, location: null, text: JSON.stringify(result.data), isRepeated: false };
    });
    return { result: { data: JSON.parse(text) }, isRepeated };
  } catch (error) {
    // The transaction was rolled back, so no data of the result is true.
    if (failed)
      return { result: { ...failed, ...(failed.data !== undefined && { data: null }) }, isRepeated: false };
    throw error instanceof ServiceError ? refused(error) : error;
  }
}
