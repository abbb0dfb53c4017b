/** The parameter with the API's path on sites without pretty permalinks: `?rest_route=/tribe/events/v1`. */
const ROUTE = 'rest_route';

/** The end of an events API's path. */
const NAMESPACE = /\/events\/v1\/?$/;

/** The path of an API, without trailing slashes. */
const apiPath = (url: URL): string =>
  (url.searchParams.get(ROUTE) ?? url.pathname).replace(/(?<!\/)\/+$/, '');

/** Whether an address is the root of an events API, not a site. */
export const isApiRoot = (url: URL): boolean => NAMESPACE.test(apiPath(url));

export function apiUrl(root: URL, path: string, params: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(root);
  url.hash = '';
  const whole = `${apiPath(root)}/${path}`;
  if (url.searchParams.has(ROUTE)) url.searchParams.set(ROUTE, whole);
  else url.pathname = whole;
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url;
}
