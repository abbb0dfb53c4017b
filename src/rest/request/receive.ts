import { ServiceError } from '../../errors.ts';
import type { Receiving } from '../../http/bodies.ts';
import { allow } from '../respond/headers.ts';
import { isForm, readBody } from './body.ts';
import { EMPTY_FORM } from './form.ts';
import { methodOf, type RestRequest } from './rest-request.ts';

/** Methods whose body means nothing. */
export const BODILESS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Reads the body of a request, if it has one that means anything, from callers that may send it. Who may
 * write nothing is told so before: a body takes memory for as long as its sender likes.
 * @param methods those that are answered at the address
 * @throws ServiceError 401 for wrong credentials
 */
export async function receive(
  { authenticate, bodies }: Receiving,
  request: RestRequest,
  methods: readonly string[],
): Promise<void> {
  const { req, res } = request;
  const method = methodOf(request);
  // A form may still name another one.
  const isAnswered = methods.includes(method) || (req.method === 'POST' && isForm(req));
  if (BODILESS.includes(method) || !isAnswered) return;
  allow(res, ['GET']);
  const { role } = await authenticate(req);
  if (role === 'anonymous') request.body = { ...EMPTY_FORM, failure: new ServiceError('rest_login_needed') };
  else request.body = await readBody(req, res, bodies);
}
