import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../lib/errors.ts';
import { isCrossSite, neededPreflight, SAFE_METHODS } from './cross-site.ts';
import { type SiteOptions, siteReader } from './site.ts';

/**
 * Lets a request in or refuses it, before the caller is identified.
 * @returns the address under which the service was addressed
 * @throws ServiceError bad_request for a Host that is none; rest_forbidden for requests that a page of
 * another site may not make a browser send
 */
export type Admit = (req: IncomingMessage) => string;

const FORM =
  'Pages of other sites may write only with a Content-Type such as application/json, and a login of their own.';
const CLOSED = 'With ALLOW_ANONYMOUS_WRITES pages of other sites are not answered.';

/** Whether somebody follows a link, or types an address. */
const isVisit = ({ headers }: IncomingMessage): boolean =>
  headers['sec-fetch-mode'] === 'navigate' && headers.origin === undefined;

/** Makes the check that every request passes first (decisions/0019). */
export function createAdmission(options: SiteOptions): Admit {
  const siteOf = siteReader(options);
  const isOpen = options.allowAnonymousWrites;
  return (req) => {
    const site = siteOf(req);
    if (SAFE_METHODS.includes(req.method)) {
      if (isOpen && !isVisit(req) && isCrossSite(req, site))
        throw new ServiceError('rest_forbidden', { message: CLOSED });
    } else {
      if (!neededPreflight(req) && isCrossSite(req, site))
        throw new ServiceError('rest_forbidden', { message: FORM });
      if (isOpen && isCrossSite(req, site)) throw new ServiceError('rest_forbidden', { message: CLOSED });
    }
    return site;
  };
}
