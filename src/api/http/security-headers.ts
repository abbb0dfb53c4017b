import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** A header name in its usual spelling: `X-Frame-Options`. */
const headerName = (name: string): string =>
  name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()).replace('Dns', 'DNS');

/** The headers that helmet sets, which are constant. */
function helmetHeaders(): Map<string, string> {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Only the proxy that terminates TLS knows whether the host is https-only.
    strictTransportSecurity: false,
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, () => {});
  return new Map(
    Object.entries(response.getHeaders()).map(([name, value]) => [headerName(name), String(value)]),
  );
}

/**
 * Headers of every response, errors included: the defaults of helmet, with a content policy for data: a browser that
 * shows data as a page loads nothing, runs nothing and allows no frame. Pages have their own policies. Other origins
 * may read data.
 */
export const SECURITY_HEADERS = helmetHeaders();

/** The same as raw lines, for responses to requests that Node cannot parse. */
export const SECURITY_HEADER_LINES: readonly string[] = Array.from(
  SECURITY_HEADERS,
  ([name, value]) => `${name}: ${value}`,
);
