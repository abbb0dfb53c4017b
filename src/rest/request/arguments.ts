import { coerce, type Failure, type Inputs, standIn } from '../../contract/coerce.ts';
import type { Binding, Param } from '../../contract/types.ts';
import { type Problems, ServiceError } from '../../errors.ts';
import { type Form, lastOfRepeated } from './form.ts';

/** The record that a path names; empty on a collection. */
export type Target = { id?: number; slug?: string };

export interface Arguments {
  variables: Record<string, unknown>;
  /**
   * Failing parameters by GraphQL name. The operation still runs its own checks, and writes nothing while
   * there are any.
   */
  problems: Problems;
  /** GraphQL names of required parameters that were not sent; they are among the problems too. */
  missing: readonly string[];
}

const INT_MAX = 2 ** 31 - 1;

/**
 * The target in the path. Ids are digits by then; one too large for the database names no record, as 0 does.
 * @throws ServiceError rest_no_route for a text that no slug can be
 */
export function targetOf({ pathParam }: Binding, path: Readonly<Record<string, string | string[]>>): Target {
  const text = pathParam && path[pathParam.name];
  if (!pathParam || typeof text !== 'string') return {};
  if (text.includes('\0')) throw new ServiceError('rest_no_route');
  if (pathParam.type.kind !== 'int') return { slug: text };
  const id = Number(text);
  return { id: id > INT_MAX ? 0 : id };
}

/**
 * Values with a stand-in for each required parameter that has none, so that the operation can check the rest
 * (decisions.md 12).
 */
function completed(values: Record<string, unknown>, params: readonly Param[]): Record<string, unknown> {
  const lacking = params.filter(({ name, required }) => required && !Object.hasOwn(values, name));
  return { ...values, ...Object.fromEntries(lacking.map((param) => [param.name, standIn(param)])) };
}

/**
 * Reads the parameters of a request into the variables of its operation. On writes the query string stands in
 * for fields that the body lacks; the target in the path cannot be overruled.
 */
export function readArguments(
  binding: Binding,
  inputs: Inputs,
  target: Target,
  query: Form,
  body: Form,
): Arguments {
  const { operation, queryParams, bodyParams } = binding;
  const reads = operation.kind === 'query';
  const raw = reads ? lastOfRepeated(query, queryParams) : { ...query.values, ...body.values };
  const args = coerce(queryParams, raw, inputs, { emptyLists: !reads });
  const input = coerce(bodyParams, raw, inputs);
  const missing = [...args.missing, ...input.missing];
  const absent = missing.map((name): [string, Failure] => [
    name,
    { message: 'is required', code: 'rest_missing_callback_param' },
  ]);
  const problems = { ...Object.fromEntries(absent), ...args.failures, ...input.failures };
  const fields = operation.hasInput && { input: completed(input.values, bodyParams) };
  return { variables: { ...completed(args.values, queryParams), ...target, ...fields }, problems, missing };
}
