import type { Context } from '../../context.ts';
import { isObject } from '../../contract/object.ts';
import { shapeOf, shown } from '../../contract/shape.ts';
import type { Binding, Json } from '../../contract/types.ts';
import type { Passed } from '../../graphql/gate.ts';
import type { RestRequest } from '../request/rest-request.ts';
import type { RestDeps } from '../requirements.ts';
import { type FieldTree, pick } from './fields.ts';
import { addLinks } from './headers.ts';
import { latestIn, timesOf } from './last-modified.ts';
import { pageBody } from './page.ts';

/** What the body of an answer depends on, besides the data of the operation. */
export interface Answering {
  request: RestRequest;
  context: Context;
  passed: Passed;
  /** What is wanted of the body; null for all of it. */
  fields: FieldTree | null;
}

/**
 * What makes the body of a binding's answers out of the data of its operation; it sets the headers that depend
 * on those, too.
 */
export function bodyOf(
  { contract, alternates }: Pick<RestDeps, 'contract' | 'alternates'>,
  binding: Binding,
): (data: Json, answering: Answering) => Json {
  const { operation, path, status } = binding;
  const shape = shapeOf(contract, operation);
  const times = timesOf(contract, operation.record);
  return (data, { request, context, passed, fields }) => {
    const { req, res, urls } = request;
    let body = shown(data, shape);
    if (isObject(body)) {
      if (operation.itemsKey !== null) {
        body = pageBody(context, body, operation.itemsKey, binding, passed.variables, request);
        addLinks(res, alternates(operation.coordinate, urls.site, request.query.text));
      } else if (status === 201) res.setHeader('Location', `${urls.rest}${path}/${String(body.id)}`);
      // The state that a write is compared with is not its answer.
      else if (operation.kind === 'query' && (req.method === 'GET' || req.method === 'HEAD')) {
        const latest = times === null ? '' : latestIn(body, times);
        if (latest !== '')
          res.setHeader('Last-Modified', new Date(`${latest.replace(' ', 'T')}Z`).toUTCString());
      }
    }
    // What the interface adds by itself is left out only here.
    return fields ? pick(body, fields) : body;
  };
}
