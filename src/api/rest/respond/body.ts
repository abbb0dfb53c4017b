import type { Context } from '../../../domain/context/context.ts';
import { isObject } from '../../../lib/object.ts';
import { shapeOf, shown } from '../../contract/shape.ts';
import type { Binding, Json } from '../../contract/types.ts';
import type { ValidatedOperation } from '../../graphql/operation-validator.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { RestDeps } from '../requirements.ts';
import { type FieldTree, pick } from './fields.ts';
import { addLinks } from './headers.ts';
import { latestIn, modifiedKeys } from './last-modified.ts';
import { pageBodyOf } from './page.ts';

/** What the body of an answer depends on, besides the data of the operation. */
export interface Answering {
  request: RestRequest;
  context: Context;
  variables: ValidatedOperation['variables'];
  /** The part of the body that is wanted; null for all of it. */
  fields: FieldTree | null;
}

/**
 * Makes the function that turns the data of an operation into the body of an answer. It also sets the headers
 * that depend on them.
 */
export function bodyOf(
  { contract, alternates }: Pick<RestDeps, 'contract' | 'alternates'>,
  binding: Binding,
): (data: Json, answering: Answering) => Json {
  const { operation, path, status } = binding;
  const shape = shapeOf(contract, operation);
  const { itemsKey } = operation;
  const pageBody = itemsKey === null ? null : { itemsKey, of: pageBodyOf(binding, itemsKey) };
  const times = modifiedKeys(contract, operation.record);
  return (data, { request, context, variables, fields }) => {
    const { req, res, urls } = request;
    let body = shown(data, shape);
    if (isObject(body)) {
      if (pageBody) {
        body = pageBody.of(context, body, variables, request);
        if (!binding.pathParam)
          addLinks(res, alternates(operation.coordinate, urls.site, request.query.text));
      } else if (status === 201) res.setHeader('Location', `${urls.rest}${path}/${String(body.id)}`);
      // When the body is only made to be compared with `If-Match`, it is not the answer.
      else if (operation.kind === 'query' && (req.method === 'GET' || req.method === 'HEAD')) {
        const latest = times === null ? '' : latestIn(body, times);
        if (latest !== '')
          res.setHeader('Last-Modified', new Date(`${latest.replace(' ', 'T')}Z`).toUTCString());
      }
    }
    // Keys that the interface adds itself are only left out here.
    return fields ? pick(body, fields) : body;
  };
}
