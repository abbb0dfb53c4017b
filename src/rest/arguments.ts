import { coerce, type Failure, type Inputs } from '../contract/coerce.ts';
import type { Binding } from '../contract/types.ts';
import { invalidParams, type Problems, ServiceError } from '../errors.ts';
import { type Form, lastOfRepeated } from './form.ts';

/** The record that a path names; empty on a collection. */
export type Target = { id?: number; slug?: string };

export interface Arguments {
  variables: Record<string, unknown>;
  /** Failing parameters that leave enough to run the operation's own checks, by GraphQL name. */
  problems: Problems;
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
 * Reads the parameters of a request into the variables of its operation. On writes the query string stands in for
 * fields that the body lacks; the target in the path cannot be overruled.
 * @throws ServiceError rest_missing_callback_param, or rest_invalid_param if a required one is wrong
 */
export function readArguments(binding: Binding, inputs: Inputs, target: Target, query: Form, body: Form): Arguments {
  const { operation, queryParams, bodyParams } = binding;
  const reads = operation.kind === 'query';
  const raw = reads ? lastOfRepeated(query, queryParams) : { ...query.values, ...body.values };
  const args = coerce(queryParams, raw, inputs, { emptyLists: !reads });
  const input = coerce(bodyParams, raw, inputs);
  const problems: Record<string, Failure> = { ...args.failures, ...input.failures };
  const missing = [...args.missing, ...input.missing];
  if (missing.length > 0) throw new ServiceError('rest_missing_callback_param', { missing, problems });
  if ([...queryParams, ...bodyParams].some((param) => param.required && problems[param.name])) throw invalidParams(problems);
  return { variables: { ...args.values, ...target, ...(operation.hasInput && { input: input.values }) }, problems };
}
