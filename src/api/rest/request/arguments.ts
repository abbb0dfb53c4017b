import { type Problems, ServiceError } from '../../../lib/errors.ts';
import { LARGEST_ID } from '../../../lib/ids.ts';
import type { Binding } from '../../contract/types.ts';
import type { RestInput } from '../../graphql/operation-validator.ts';
import { type Form, lastOfRepeated } from './form.ts';

/** Marks names that are not those of GraphQL: names that a REST caller has sent and nothing reads. */
export const AS_SENT = ':';

/** The record that a path names; empty for lists. */
export type PathTarget = { id?: number; slug?: string };

/**
 * The record that the path names. The route has checked that ids are digits; one that is too large for the
 * database names no record, like 0.
 * @throws ServiceError rest_no_route for a text that cannot be a slug
 */
export function targetInPath(
  { pathParam }: Binding,
  path: Readonly<Record<string, string | string[]>>,
): PathTarget {
  const text = pathParam && path[pathParam.wire];
  if (!pathParam || typeof text !== 'string') return {};
  if (text.includes('\0')) throw new ServiceError('rest_no_route');
  if (pathParam.wire !== 'id') return { slug: text };
  const id = Number(text);
  return { id: id > LARGEST_ID ? 0 : id };
}

/**
 * What the arguments of an operation are read from. On writes, the query string stands in for fields
 * that are not in the body; the record that the path names cannot be overruled.
 * @param unknownNames problems of names that nothing reads, by name as sent
 */
export function received(
  binding: Binding,
  target: PathTarget,
  query: Form,
  body: Form,
  unknownNames: Problems,
): RestInput {
  const { operation, queryParams: args, bodyParams: input } = binding;
  const reads = operation.kind === 'query';
  const values = reads ? lastOfRepeated(query, args) : { ...query.values, ...body.values };
  const entries = Object.entries(unknownNames).map(([name, problem]) => [`${AS_SENT}${name}`, problem]);
  const unknownParameters: Problems = Object.fromEntries(entries);
  return { values, args, input, inPath: inPath(binding, target), unknownParameters, hint: body.hint };
}

/** The argument that the path stands for. */
function inPath({ pathParam }: Binding, { id, slug }: PathTarget): RestInput['inPath'] {
  if (!pathParam || (id === undefined && slug === undefined)) return null;
  const { name, input, list } = pathParam;
  // The parameter is a way to name the record of the operation, or an input that names one.
  const record = input === null ? (id ?? slug) : { databaseId: id };
  return { name, value: list ? [record] : record };
}
