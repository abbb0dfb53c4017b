import type { Context } from '../../../domain/context/context.ts';
import { isObject } from '../../../lib/object.ts';
import { applyShape, shapeOf } from '../../contract/shape.ts';
import type { Binding, Contract, Json } from '../../contract/types.ts';
import type { ValidatedOperation } from '../../graphql/operation-validator.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { RestDeps } from '../requirements.ts';
import { type FieldTree, pick } from './fields.ts';
import { addLinks } from './headers.ts';
import { createPageBuilder } from './page.ts';

/** The input of a body besides the data of the operation. */
export interface BodyContext {
  request: RestRequest;
  context: Context;
  variables: ValidatedOperation['variables'];
  /** The selected part of the body; null for the whole body. */
  fields: FieldTree | null;
}

/** Creates the function that builds the body of a response and sets the headers that depend on the data. */
export function createBodyBuilder(
  { contract, alternates }: Pick<RestDeps, 'contract' | 'alternates'>,
  binding: Binding,
): (data: Json, context: BodyContext) => Json {
  const { operation, path, status } = binding;
  const shape = shapeOf(contract, operation);
  const { itemsKey } = operation;
  const pageBody = itemsKey === null ? null : { itemsKey, of: createPageBuilder(binding, itemsKey) };
  const times = modifiedKeys(contract, operation.record);
  return (data, { request, context, variables, fields }) => {
    const { req, res, urls } = request;
    let body = applyShape(data, shape);
    if (isObject(body)) {
      if (pageBody) {
        body = pageBody.of(context, body, variables, request);
        if (!binding.pathParam)
          addLinks(res, alternates(operation.coordinate, urls.site, request.query.text));
      } else if (status === 201) res.setHeader('Location', `${urls.rest}${path}/${String(body.id)}`);
      // Not for a body that is only compared with `If-Match`.
      else if (operation.kind === 'query' && (req.method === 'GET' || req.method === 'HEAD')) {
        const latest = times === null ? '' : latestModified(body, times);
        if (latest !== '')
          res.setHeader('Last-Modified', new Date(`${latest.replace(' ', 'T')}Z`).toUTCString());
      }
    }
    // `_fields` already narrowed the query; this removes keys that REST adds.
    return fields ? pick(body, fields) : body;
  };
}

const MODIFIED_KEY = 'modified_utc';

/** The keys of a record with nested records that have a modification time. */
type ModifiedKeys = ReadonlyMap<string, ModifiedKeys>;

/** Finds modification times in a kind of record; null for records without them, such as terms. */
function modifiedKeys(contract: Contract, name: string): ModifiedKeys | null {
  const keys = contract.records.get(name)?.keys ?? [];
  const shown = keys.flatMap(({ key, type }): [string, ModifiedKeys][] => {
    const times = type.kind === 'record' ? modifiedKeys(contract, type.name) : null;
    return times ? [[key, times]] : [];
  });
  if (shown.length === 0 && !keys.some(({ key }) => key === MODIFIED_KEY)) return null;
  return new Map(shown);
}

/** The latest modification time in a body, nested records included: `YYYY-MM-DD HH:MM:SS` in UTC, or an empty text. */
function latestModified(body: Json | undefined, times: ModifiedKeys): string {
  if (typeof body !== 'object' || body === null) return '';
  let latest = '';
  if (Array.isArray(body)) {
    for (const one of body) {
      const time = latestModified(one, times);
      if (time > latest) latest = time;
    }
    return latest;
  }
  const own = body[MODIFIED_KEY];
  if (typeof own === 'string') latest = own;
  for (const [key, inner] of times) {
    const time = latestModified(body[key], inner);
    if (time > latest) latest = time;
  }
  return latest;
}
