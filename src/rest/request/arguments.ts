import type { Binding } from '../../contract/types.ts';
import { type Problems, ServiceError } from '../../errors.ts';
import type { Received } from '../../graphql/gate.ts';
import { LARGEST_ID } from '../../kernel/ids.ts';
import { AS_SENT } from '../respond/wire-errors.ts';
import { type Form, lastOfRepeated } from './form.ts';

/** The record that a path names; empty on a collection. */
export type PathTarget = { id?: number; slug?: string };

/**
 * The target in the path. Ids are digits by then; one too large for the database names no record, as 0 does.
 * @throws ServiceError rest_no_route for a text that no slug can be
 */
export function targetInPath(
  { pathParam }: Binding,
  path: Readonly<Record<string, string | string[]>>,
): PathTarget {
  const text = pathParam && path[pathParam.name];
  if (!pathParam || typeof text !== 'string') return {};
  if (text.includes('\0')) throw new ServiceError('rest_no_route');
  if (pathParam.type.kind !== 'int') return { slug: text };
  const id = Number(text);
  return { id: id > LARGEST_ID ? 0 : id };
}

/**
 * What the gate reads the arguments of an operation from. On writes the query string stands in for fields that
 * the body lacks; the target in the path cannot be overruled.
 * @param unread what nothing reads and is refused, by the name as it was sent
 */
export function received(
  binding: Binding,
  target: PathTarget,
  query: Form,
  body: Form,
  unread: Problems,
): Received {
  const { operation, queryParams: args, bodyParams: input } = binding;
  const reads = operation.kind === 'query';
  const values = reads ? lastOfRepeated(query, args) : { ...query.values, ...body.values };
  const told = Object.entries(unread).map(([name, problem]) => [`${AS_SENT}${name}`, problem]);
  const slips: Problems = Object.fromEntries(told);
  return { values, args, input, target, slips, hint: body.hint };
}
