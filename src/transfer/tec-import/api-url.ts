/**
 * The parameter with the path of the API on sites without pretty permalinks: `?rest_route=/tribe/events/v1`.
 */
const ROUTE = 'rest_route';

/** How the path of such an events API ends. */
const NAMESPACE = /\/events\/v1\/?$/;

/** The path of an API, without slashes at the end. */
const apiPath = (url: URL): string =>
  (url.searchParams.get(ROUTE) ?? url.pathname).replace(/(?<!\/)\/+$/, '');

/** Whether an address is that of an events API itself, not of a site. */
export const isApiRoot = (url: URL): boolean => NAMESPACE.test(apiPath(url));

/** An address of an API below its root. */
export function apiUrl(root: URL, path: string, params: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(root);
  url.hash = '';
  const whole = `${apiPath(root)}/${path}`;
  if (url.searchParams.has(ROUTE)) url.searchParams.set(ROUTE, whole);
  else url.pathname = whole;
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url;
}
