import { type DocumentNode, type FieldNode, GraphQLError, Kind, type OperationDefinitionNode } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { Target } from '../../domain/resource/resource.ts';
import { ServiceError } from '../../lib/errors.ts';
import { LARGEST_ID } from '../../lib/ids.ts';
import { fragmentsOf } from './document-size.ts';
import { targetInArguments } from './operation-validator.ts';
import type { Schemas } from './schema.ts';
import type { Variables } from './variables.ts';

/** The root fields of an operation, through fragments; each fragment once. */
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

/** The record that a root field names, as far as that can be read: other arguments may be wrong. */
function targetInDocument(field: FieldNode, variables: Readonly<Variables>): Target {
  const read = (name: string): unknown => {
    const value = field.arguments?.find((argument) => argument.name.value === name)?.value;
    if (value?.kind === Kind.VARIABLE) return variables[value.name.value];
    if (value?.kind === Kind.INT) return Number(value.value);
    return value?.kind === Kind.STRING ? value.value : undefined;
  };
  const [id, slug] = [read('id'), read('slug')];
  return targetInArguments({
    id: Number.isInteger(id) ? Math.min(Math.max(Number(id), 0), LARGEST_ID) : undefined,
    slug,
  });
}

const isNamed = ({ id, slug }: Target): boolean => id !== undefined || slug !== undefined;

/**
 * The errors for root fields that the caller may not run, in an operation that cannot run because of its
 * variables: rights are checked before values there, too (rules#query-limits).
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
    const target = targetInDocument(field, variables);
    try {
      await validators.get(`${root?.name}.${field.name.value}`)?.authorize?.(context, target);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // Without a record, only the right to the operation itself can be judged.
      if (!isNamed(target) && !error.isRefusal) continue;
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
