import { ServiceError } from '../../../lib/errors.ts';
import type { Authenticate } from '../../http/contexts.ts';
import { allow } from '../allow.ts';
import { isForm, readBody } from './body.ts';
import { EMPTY_FORM } from './form.ts';
import { methodOf, type RestRequest } from './rest-request.ts';

/** Methods whose body has no meaning. */
export const BODILESS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Reads the body of a request, if it has a meaning and the caller may send it. Callers who may not write are
 * refused first, because a body takes memory for as long as its sender likes.
 * @param methods those that are answered at the address
 * @throws ServiceError 401 for wrong credentials
 */
export async function receive(
  authenticate: Authenticate,
  request: RestRequest,
  methods: readonly string[],
): Promise<void> {
  const { req, res } = request;
  const method = methodOf(request);
  // The body of a form may still name another method.
  const isAnswered = methods.includes(method) || (req.method === 'POST' && isForm(req));
  if (BODILESS.includes(method) || !isAnswered) return;
  allow(res, ['GET']);
  const caller = await authenticate(req);
  if (caller.role === 'anonymous')
    request.body = { ...EMPTY_FORM, failure: new ServiceError('rest_login_needed') };
  else request.body = await readBody(req, res);
}
