import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { Target } from '../../domain/resource/resource.ts';
import { ServiceError } from '../../lib/errors.ts';
import { fragmentsOf } from './document-size.ts';
import type { Schemas } from './schema.ts';
import type { Variables } from './variables.ts';

/** The root fields of an operation, including those in fragments; visits each fragment once. */
function rootFields(document: DocumentNode, operation: OperationDefinitionNode): FieldNode[] {
  const fragments = fragmentsOf(document);
  const fields: FieldNode[] = [];
  const collect = ({ selectionSet }: Pick<OperationDefinitionNode, 'selectionSet'>): void => {
    for (const node of selectionSet.selections) {
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node);
      else {
        const fragment = fragments.get(node.name.value);
        fragments.delete(node.name.value);
        if (fragment) collect(fragment);
      }
    }
  };
  collect(operation);
  return fields;
}

/** The argument `by` of a root field; undefined if unreadable, because other arguments may be invalid too. */
function byArgument(field: FieldNode, variables: Readonly<Variables>): unknown {
  const value = field.arguments?.find(({ name }) => name.value === 'by')?.value;
  return value && valueFromASTUntyped(value, variables);
}

const identifierCount = (target: Target): number =>
  Object.values(target).filter((name) => name !== undefined).length;

/**
 * Returns the authorization errors of the root fields, for an operation that cannot run because of its variables:
 * rights are checked before values there, too (rules#query-limits).
 */
export async function authorizationErrors(
  context: Context,
  { schema, validators }: Schemas,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Variables>,
): Promise<GraphQLError[]> {
  const root = schema.getRootType(operation.operation);
  const errors: GraphQLError[] = [];
  for (const field of rootFields(document, operation)) {
    const validator = validators.get(`${root?.name}.${field.name.value}`);
    const named = validator?.targetIn({ by: byArgument(field, variables) }) ?? {};
    // Two identifiers are treated as none.
    const target = identifierCount(named) === 1 ? named : {};
    try {
      await validator?.authorize?.(context, target);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Without a record, only the right to the operation itself can be judged.
      if (identifierCount(target) === 0 && !error.isAccessDenied) continue;
      errors.push(
        new GraphQLError(error.message, {
          nodes: [field],
          path: [field.alias?.value ?? field.name.value],
          originalError: error,
        }),
      );
    }
  }
  return errors;
}
