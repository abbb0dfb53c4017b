import { ERRORS, ServiceError } from '../../../lib/errors.ts';

/**
 * The error for an address without a route; it says where the routes are listed.
 * @param rest the root of a namespace, without a slash at the end
 * @param hints sentences about what may have been meant
 */
export const noSuchRoute = (rest: string, ...hints: readonly string[]): ServiceError =>
  new ServiceError('rest_no_route', {
    message: [ERRORS.rest_no_route[1], ...hints, `All routes are listed at ${rest}/.`].join(' '),
  });
