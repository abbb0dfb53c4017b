import * as v from 'valibot';
import { isServerError } from '../../lib/errors.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import { SourceError } from '../import/report.ts';
import { apiUrl, isApiRoot } from './api-url.ts';
import type { Fetcher } from './fetcher.ts';

export interface Api {
  readonly root: URL;
  /** The site's time zone, if known. */
  readonly timezone: string | undefined;
  /** Whether this service provides the API: its titles are plain text. WordPress sends HTML entities. */
  readonly isPlain: boolean;
}

type SiteClient = Pick<Fetcher, 'text' | 'json' | 'hasLogin'>;

/** The relation of a page's `Link` header or `<link>` to the site's API. */
const RELATION = 'https://api.w.org/';

const DESCRIPTION = v.object({
  namespaces: v.array(v.string()),
  timezone_string: v.fallback(v.optional(v.string()), undefined),
});

const linkInHeader = (link = ''): string | undefined =>
  [...link.matchAll(/<([^<>]*)>([^<]*)/g)].find(([, , params = '']) =>
    /;\s*rel="?https:\/\/api\.w\.org\/"?/i.test(params),
  )?.[1];

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&');

const linkInPage = (html: string): string | undefined => {
  const [tag] = (html.match(/<link\s[^<>]*>/gi) ?? []).filter((link) => attribute(link, 'rel') === RELATION);
  return tag && attribute(tag, 'href');
};

const resolved = (address: string | undefined, page: URL): URL[] =>
  address !== undefined && URL.canParse(address, page) ? [new URL(address, page)] : [];

/** A possible API address, and the page that led to it. */
interface Candidate {
  readonly api: URL;
  readonly page: URL;
}

/** Possible API addresses of a site, most likely first. */
async function* apiCandidates(fetcher: SiteClient, site: URL): AsyncGenerator<Candidate> {
  let page = site;
  try {
    const { url, text, link } = await fetcher.text(site, 'text/html, */*');
    page = url;
    for (const api of resolved(linkInHeader(link), page)) yield { api, page };
    for (const api of resolved(linkInPage(text), page)) yield { api, page };
  } catch (error) {
    // A site whose front page fails can still have an API; an unreachable site cannot.
    if (!(error instanceof SourceError) || error.status === undefined) throw error;
  }
  const folder = page.pathname.slice(0, page.pathname.lastIndexOf('/') + 1);
  yield { api: new URL(`${folder}wp-json/`, page), page };
  yield { api: new URL(`${folder}?rest_route=/`, page), page };
}

/** The namespaces and time zone of an API; undefined without an API at the address. */
async function describeApi(fetcher: SiteClient, api: URL) {
  try {
    const description = await fetcher.json(apiUrl(api, '', { _fields: 'namespaces,timezone_string' }));
    const read = v.safeParse(DESCRIPTION, description);
    return read.success ? read.output : undefined;
  } catch (error) {
    if (error instanceof SourceError && (error.status === undefined || !isServerError(error.status)))
      return undefined;
    throw error;
  }
}

/** The preferred namespace: of this service, then of The Events Calendar, then any `…/events/v1`. */
const bestOf = (namespaces: readonly string[]): string | undefined =>
  [NAMESPACE, 'tribe/events/v1', ...namespaces.filter((name) => name.endsWith('/events/v1'))].find((name) =>
    namespaces.includes(name),
  );

/**
 * A login is intended for the typed site. A page determines its API, and a redirect the page, so both must have the
 * site's origin.
 * @throws SourceError with both origins
 */
function assertLoginIsFor(site: URL, page: URL, root: URL): void {
  const other = [page, root].find(({ origin }) => origin !== site.origin);
  if (!other) return;
  const how = other === page ? `was redirected to ${page.origin}, and ` : '';
  throw new SourceError(
    `${how}has its API at ${root.href}, but the login is for ${site.origin}: ` +
      'if it is for that address too, use that address instead of the site',
  );
}

/**
 * Finds the events API of a site: at the address itself, or where its pages point to. With a login, only at the origin
 * of that address, and only with https.
 * @throws SourceError without an API
 */
export async function discoverApi(fetcher: SiteClient, site: URL): Promise<Api> {
  const isOwnApi = (root: URL): boolean => apiUrl(root, '').href.includes(NAMESPACE);
  if (isApiRoot(site)) return { root: site, timezone: undefined, isPlain: isOwnApi(site) };
  if (fetcher.hasLogin && site.protocol !== 'https:')
    throw new SourceError(
      'does not start with https, so an attacker could redirect the login to another site: ' +
        'use https, or the address of its API, which ends in …/events/v1',
    );
  for await (const { api, page } of apiCandidates(fetcher, site)) {
    const description = await describeApi(fetcher, api);
    const namespace = description && bestOf(description.namespaces);
    if (namespace === undefined) continue;
    const root = apiUrl(api, namespace);
    if (fetcher.hasLogin) assertLoginIsFor(site, page, root);
    return { root, timezone: description?.timezone_string || undefined, isPlain: namespace === NAMESPACE };
  }
  throw new SourceError('has no events API that could be found: use the address of its …/events/v1');
}
