import type { RequestListener } from 'node:http';

/** The parameter with the route, for clients of WordPress sites without permalinks. */
const ROUTE = 'rest_route';
/** Paths at which the parameter counts. */
const ROOTS = ['/', '/index.php'];

/** The decoded name of `name=value`; null if invalid. */
function nameOf(pair: string): string | null {
  try {
    return decodeURIComponent((pair.split('=', 1)[0] ?? '').replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/**
 * Translates `/?rest_route=/…` and `/index.php?rest_route=/…` to the address below `/wp-json`; keeps other parameters
 * and all other addresses (rules#routes). The last of repeated `rest_route` parameters counts; an empty one is ignored.
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
 * Applies {@link prettyAddress} before a handler. Must precede everything that reads the address: limits, cache,
 * metrics and routes.
 */
export const withPrettyAddress =
  (handler: RequestListener): RequestListener =>
  (req, res) => {
    req.url = prettyAddress(req.url ?? '');
    handler(req, res);
  };
