import { type Problems, ServiceError } from '../../../lib/errors.ts';
import { LARGEST_ID } from '../../../lib/ids.ts';
import type { Binding } from '../../contract/types.ts';
import type { RestInput } from '../../graphql/operation-validator.ts';
import { type Form, lastOfRepeated } from './form.ts';

/** Prefix of unknown names from the request, to distinguish them from GraphQL names. */
export const RAW_NAME_PREFIX = ':';

/** The record in a path; empty for lists. */
export type PathTarget = { id?: number; slug?: string };

/**
 * Reads the record from the path. The route has checked that ids are digits; an id above the maximum becomes 0, which
 * no record has.
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
 * Combines path, query string and body to the input of an operation. In writes, the query string supplies fields that
 * the body lacks. The path takes precedence.
 * @param unknownNames problems of unknown names, by name as sent
 */
export function restInput(
  binding: Binding,
  target: PathTarget,
  query: Form,
  body: Form,
  unknownNames: Problems,
): RestInput {
  const { operation, queryParams: args, bodyParams: input } = binding;
  const reads = operation.kind === 'query';
  const values = reads ? lastOfRepeated(query, args) : { ...query.values, ...body.values };
  const entries = Object.entries(unknownNames).map(([name, problem]) => [
    `${RAW_NAME_PREFIX}${name}`,
    problem,
  ]);
  const unknownParameters: Problems = Object.fromEntries(entries);
  return { values, args, input, inPath: inPath(binding, target), unknownParameters, hint: body.hint };
}

function inPath({ pathParam }: Binding, { id, slug }: PathTarget): RestInput['inPath'] {
  if (!pathParam || (id === undefined && slug === undefined)) return null;
  const { name, input, list } = pathParam;
  // The parameter is `by.databaseId` or `by.slug`, or an input object that names a record.
  const record = input === null ? (id ?? slug) : { databaseId: id };
  return { name, value: list ? [record] : record };
}
