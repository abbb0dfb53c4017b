import { ERRORS, ServiceError } from '../errors.ts';
import { type Exchange, methodOf } from './exchange.ts';
import { allow } from './headers.ts';
import { type Receiving, receive } from './receive.ts';
import { sendJson } from './respond.ts';

/** What answers a request, or throws why it does not. */
export type Answer = (exchange: Exchange) => void | Promise<void>;

/**
 * Chooses the answer by method. HEAD is answered as GET, OPTIONS with what `describe` says; anything else
 * that is not listed is 405, with the methods that are.
 */
export function byMethod(
  receiving: Receiving,
  answers: ReadonlyMap<string, Answer>,
  describe: (exchange: Exchange) => string,
): Answer {
  const methods = [...answers.keys()];
  return async (exchange) => {
    await receive(receiving, exchange, methods);
    const method = methodOf(exchange);
    const answer = answers.get(method === 'HEAD' ? 'GET' : method);
    if (answer) return answer(exchange);
    allow(exchange.res, methods);
    if (method !== 'OPTIONS')
      throw new ServiceError('rest_no_route', { status: 405, message: ERRORS.rest_method_not_allowed[1] });
    sendJson(exchange, 200, describe(exchange));
  };
}
