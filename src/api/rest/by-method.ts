import { ServiceError } from '../../lib/errors.ts';
import type { Authenticate } from '../http/contexts.ts';
import { allow } from './allow.ts';
import { BODILESS, receive } from './request/receive.ts';
import { methodOf, type RestRequest } from './request/rest-request.ts';
import { sendJson } from './respond/send.ts';

/** Answers a request, or throws why it does not. */
export type Responder = (request: RestRequest) => void | Promise<void>;

/**
 * Chooses the answer by method. HEAD is answered like GET, and OPTIONS with what `describe` returns. Any
 * other method that is not listed is 405, with a list of those that are.
 */
export function byMethod(
  authenticate: Authenticate,
  answers: ReadonlyMap<string, Responder>,
  describe: (request: RestRequest) => string,
): Responder {
  const methods = [...answers.keys()];
  return async (request) => {
    let { method } = request.req;
    if (!BODILESS.includes(method)) {
      await receive(authenticate, request, methods);
      method = methodOf(request);
    }
    const answer = answers.get(method === 'HEAD' ? 'GET' : method);
    if (answer) return answer(request);
    allow(request.res, methods);
    if (method !== 'OPTIONS') throw new ServiceError('rest_no_method');
    sendJson(request, 200, describe(request));
  };
}
