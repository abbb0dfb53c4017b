import { ServiceError } from '../../lib/errors.ts';
import type { Authenticate } from '../http/contexts.ts';
import { isForm, readBody } from './request/body.ts';
import { EMPTY_FORM } from './request/form.ts';
import { methodOf, type RestRequest, setAllow } from './request/rest-request.ts';
import { sendJson } from './respond/send.ts';

/** Responds to a request, or throws a ServiceError. */
export type Responder = (request: RestRequest) => void | Promise<void>;

/**
 * Creates a responder that dispatches by method. HEAD is handled as GET; OPTIONS returns the result of `describe`. Any
 * other method is 405, with the supported methods.
 */
export function byMethod(
  authenticate: Authenticate,
  responders: ReadonlyMap<string, Responder>,
  describe: (request: RestRequest) => string,
): Responder {
  const methods = [...responders.keys()];
  return async (request) => {
    let { method } = request.req;
    if (!BODILESS_METHODS.includes(method)) {
      await receiveBody(authenticate, request, methods);
      method = methodOf(request);
    }
    const respond = responders.get(method === 'HEAD' ? 'GET' : method);
    if (respond) return respond(request);
    setAllow(request.res, methods);
    if (method !== 'OPTIONS') throw new ServiceError('rest_no_method');
    sendJson(request, 200, describe(request));
  };
}

/** Methods without a meaningful body. */
const BODILESS_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Reads the body of a request if it is meaningful and the caller may write. Refuses callers without rights first, since
 * a body occupies memory for as long as its sender likes.
 * @param methods the supported methods of the address
 * @throws ServiceError 401 for wrong credentials
 */
async function receiveBody(
  authenticate: Authenticate,
  request: RestRequest,
  methods: readonly string[],
): Promise<void> {
  const { req, res } = request;
  const method = methodOf(request);
  // A form may override the method in its body.
  const isSupported = methods.includes(method) || (req.method === 'POST' && isForm(req));
  if (BODILESS_METHODS.includes(method) || !isSupported) return;
  setAllow(res, ['GET']);
  const caller = await authenticate(req);
  if (caller.role === 'anonymous')
    request.body = { ...EMPTY_FORM, failure: new ServiceError('rest_login_needed') };
  else request.body = await readBody(req, res);
}
