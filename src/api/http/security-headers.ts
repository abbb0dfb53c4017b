import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

const DAY_SECONDS = 86_400;

/**
 * Headers of every answer, errors included: what helmet advises, with a policy for data, so that a browser
 * that shows data as a page loads nothing, runs nothing, and puts it into no frame. Pages have policies of
 * their own. Data may be read from other origins.
 */
export function securityHeaders({ hsts }: { readonly hsts: number }): ReadonlyMap<string, string> {
  const advise = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: hsts > 0 ? { maxAge: hsts * DAY_SECONDS, includeSubDomains: false } : false,
  });
  // They are always the same, so helmet is asked only once.
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  advise(answer.req, answer, () => {});
  return new Map(
    Object.entries(answer.getHeaders()).map(([name, value]) => [headerName(name), String(value)]),
  );
}

/** Names as they are usually written: `X-Frame-Options`. */
const headerName = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()).replace('Dns', 'DNS');

/** The same as raw lines, for answers to what could not be parsed as a request. */
export const securityLines: readonly string[] = Array.from(
  securityHeaders({ hsts: 0 }),
  ([name, value]) => `${name}: ${value}`,
);
