import { ERRORS, ServiceError } from '../errors.ts';
import { readBody } from './body.ts';
import { type Exchange, methodOf } from './exchange.ts';
import { allow } from './headers.ts';
import { sendJson } from './respond.ts';

/** What answers a request, or throws why it does not. */
export type Answer = (exchange: Exchange) => void | Promise<void>;

/** Methods whose body means nothing. */
const BODILESS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Chooses the answer by method. HEAD is answered as GET, OPTIONS with what `describe` says; anything else that is not
 * listed is 405, with the methods that are.
 */
export function byMethod(answers: ReadonlyMap<string, Answer>, describe: (exchange: Exchange) => string): Answer {
  const methods = [...answers.keys()];
  return async (exchange) => {
    const { req, res } = exchange;
    if (!BODILESS.includes(req.method)) exchange.body = await readBody(req, res);
    const method = methodOf(exchange);
    const answer = answers.get(method === 'HEAD' ? 'GET' : method);
    if (answer) return answer(exchange);
    allow(res, methods);
    if (method !== 'OPTIONS') throw new ServiceError('rest_no_route', { status: 405, message: ERRORS.rest_method_not_allowed[1] });
    sendJson(exchange, 200, describe(exchange));
  };
}
