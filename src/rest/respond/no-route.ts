import { ERRORS, ServiceError } from '../../errors.ts';

/**
 * The error for an address without a route; it says where the routes are listed.
 * @param rest the root of a namespace, without a slash at the end
 */
export const noSuchRoute = (rest: string): ServiceError =>
  new ServiceError('rest_no_route', {
    message: `${ERRORS.rest_no_route[1]} All routes are listed at ${rest}/.`,
  });
