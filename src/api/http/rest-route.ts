import type { RequestListener } from 'node:http';

/** The parameter by which clients name a route on sites without permalinks. */
const ROUTE = 'rest_route';
/** Where it counts. */
const ROOTS = ['/', '/index.php'];

/** The decoded name of `name=value`; null when it is not valid. */
function nameOf(pair: string): string | null {
  try {
    return decodeURIComponent((pair.split('=', 1)[0] ?? '').replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/**
 * The address below `/wp-json` for `/?rest_route=/…` and `/index.php?rest_route=/…`; other parameters stay as
 * they are, and all other addresses too (rules#routes). Of a repeated `rest_route` the last one counts; an
 * empty one is none.
 */
function prettyAddress(url: string): string {
  const at = url.indexOf('?');
  if (at < 0 || !ROOTS.includes(url.slice(0, at))) return url;
  const pairs = url.slice(at + 1).split('&');
  const others = pairs.filter((pair) => nameOf(pair) !== ROUTE);
  if (others.length === pairs.length) return url;
  const route = new URLSearchParams(url.slice(at)).getAll(ROUTE).at(-1) ?? '';
  if (route === '') return url;
  const path = route.replace(/^\//, '').split('/').map(encodeURIComponent).join('/');
  return `/wp-json/${path}${others.length > 0 ? `?${others.join('&')}` : ''}`;
}

/**
 * Puts the translation of {@link prettyAddress} in front of everything that looks at an address: limits, cached
 * answers, metrics and routes.
 */
export const atPrettyAddress =
  (handler: RequestListener): RequestListener =>
  (req, res) => {
    req.url = prettyAddress(req.url ?? '');
    handler(req, res);
  };
