import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Names as they are usually written: `X-Frame-Options`. */
const headerName = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()).replace('Dns', 'DNS');

/** What helmet sets, asked once: it is always the same. */
function advised(): Map<string, string> {
  const advise = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // The proxy that ends TLS knows whether the host has nothing but https.
    strictTransportSecurity: false,
  });
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  advise(answer.req, answer, () => {});
  return new Map(
    Object.entries(answer.getHeaders()).map(([name, value]) => [headerName(name), String(value)]),
  );
}

/**
 * Headers of every answer, errors included: what helmet advises, with a policy for data, so that a browser
 * that shows data as a page loads nothing, runs nothing, and puts it into no frame. Pages have policies of
 * their own. Data may be read from other origins.
 */
export const SECURITY_HEADERS = advised();

/** The same as raw lines, for answers to what could not be parsed as a request. */
export const securityLines: readonly string[] = Array.from(
  SECURITY_HEADERS,
  ([name, value]) => `${name}: ${value}`,
);
