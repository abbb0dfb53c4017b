import { z } from 'zod';
import { isOurFault } from '../../lib/errors.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import { SourceError } from '../import/report.ts';
import { apiUrl, isApiRoot } from './api-url.ts';
import type { Fetcher } from './fetcher.ts';

/** An events API, and the time zone of the site, if it says so. */
export interface Api {
  readonly root: URL;
  readonly timezone: string | undefined;
  /**
   * Whether it is an API of this service, whose titles are plain text; those of WordPress have HTML entities.
   */
  readonly isPlain: boolean;
}

/** What asks the site, and whether it has a login to send later. */
type SiteClient = Pick<Fetcher, 'text' | 'json' | 'hasLogin'>;

/** The relation of the `Link` header or `<link>` by which a page names the API of its site. */
const RELATION = 'https://api.w.org/';

const DESCRIPTION = z.object({
  namespaces: z.array(z.string()),
  timezone_string: z.string().optional().catch(undefined),
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

/** An address at which the API of a site may be, and that of the page from which it is known. */
interface Candidate {
  readonly api: URL;
  readonly page: URL;
}

/** Addresses at which the API of a site may be, the likeliest first. */
async function* apiCandidates(fetcher: SiteClient, site: URL): AsyncGenerator<Candidate> {
  let page = site;
  try {
    const { url, text, link } = await fetcher.text(site, 'text/html, */*');
    page = url;
    for (const api of resolved(linkInHeader(link), page)) yield { api, page };
    for (const api of resolved(linkInPage(text), page)) yield { api, page };
  } catch (error) {
    // A site whose front page fails may still have an API; one that cannot be reached has none.
    if (!(error instanceof SourceError) || error.status === undefined) throw error;
  }
  const folder = page.pathname.slice(0, page.pathname.lastIndexOf('/') + 1);
  yield { api: new URL(`${folder}wp-json/`, page), page };
  yield { api: new URL(`${folder}?rest_route=/`, page), page };
}

/** The namespaces and the time zone of an API; undefined when there is none at the address. */
async function describeApi(fetcher: SiteClient, api: URL) {
  try {
    return DESCRIPTION.safeParse(
      await fetcher.json(apiUrl(api, '', { _fields: 'namespaces,timezone_string' })),
    ).data;
  } catch (error) {
    if (error instanceof SourceError && (error.status === undefined || !isOurFault(error.status)))
      return undefined;
    throw error;
  }
}

/** The best namespace: this service's own, then that of The Events Calendar, then any `…/events/v1`. */
const bestOf = (namespaces: readonly string[]): string | undefined =>
  [NAMESPACE, 'tribe/events/v1', ...namespaces.filter((name) => name.endsWith('/events/v1'))].find((name) =>
    namespaces.includes(name),
  );

/**
 * A login is meant for the site that was typed. A page chooses where its API is, and a redirect which page is read,
 * so both have to be at that site's origin.
 * @throws SourceError naming both origins
 */
function assertLoginIsFor(site: URL, page: URL, root: URL): void {
  const other = [page, root].find(({ origin }) => origin !== site.origin);
  if (!other) return;
  const how = other === page ? `was redirected to ${page.origin}, and ` : '';
  throw new SourceError(
    `${how}has its API at ${root.href}, but the login is meant for ${site.origin}: ` +
      'if it is meant for that address, name it in place of the site',
  );
}

/**
 * Finds the events API of a site: at the address itself, or where its pages point to. Where a login is to be sent,
 * only at the origin of that address, and only by https.
 * @throws SourceError when there is none
 */
export async function discoverApi(fetcher: SiteClient, site: URL): Promise<Api> {
  const isOurs = (root: URL): boolean => apiUrl(root, '').href.includes(NAMESPACE);
  if (isApiRoot(site)) return { root: site, timezone: undefined, isPlain: isOurs(site) };
  if (fetcher.hasLogin && site.protocol !== 'https:')
    throw new SourceError(
      'does not begin with https, so whoever is on the way could lead the login elsewhere: ' +
        'write it by https, or name the address of its API itself, which ends in …/events/v1',
    );
  for await (const { api, page } of apiCandidates(fetcher, site)) {
    const description = await describeApi(fetcher, api);
    const namespace = description && bestOf(description.namespaces);
    if (namespace === undefined) continue;
    const root = apiUrl(api, namespace);
    if (fetcher.hasLogin) assertLoginIsFor(site, page, root);
    return { root, timezone: description?.timezone_string || undefined, isPlain: namespace === NAMESPACE };
  }
  throw new SourceError('has no events API that could be found: give the address of its …/events/v1');
}
