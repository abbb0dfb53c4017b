import { z } from 'zod';
import { isOurFault } from '../../errors.ts';
import { NAMESPACE } from '../../kernel/namespace.ts';
import { SourceError } from '../report.ts';
import { below, isRoot } from './address.ts';
import type { Fetcher } from './fetch.ts';

/** An events API, and the time zone of the site, if it says so. */
export interface Api {
  readonly root: URL;
  readonly timezone: string | undefined;
  /**
   * Whether it is an API of this service, whose titles are plain text; those of WordPress have HTML entities.
   */
  readonly isPlain: boolean;
}

/** The relation of the `Link` header or `<link>` by which a page names the API of its site. */
const RELATION = 'https://api.w.org/';

const DESCRIBED = z.object({
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

/** Addresses at which the API of a site may be, the likeliest first. */
async function* apiCandidates(fetcher: Fetcher, site: URL): AsyncGenerator<URL> {
  let page = site;
  try {
    const { url, text, link } = await fetcher.text(site, 'text/html, */*');
    page = url;
    yield* resolved(linkInHeader(link), page);
    yield* resolved(linkInPage(text), page);
  } catch (error) {
    // A site whose front page fails may still have an API; one that cannot be reached has none.
    if (!(error instanceof SourceError) || error.status === undefined) throw error;
  }
  const folder = page.pathname.replace(/[^/]*$/, '');
  yield new URL(`${folder}wp-json/`, page);
  yield new URL(`${folder}?rest_route=/`, page);
}

/** The namespaces and the time zone of an API; undefined when there is none at the address. */
async function about(fetcher: Fetcher, api: URL) {
  try {
    return DESCRIBED.safeParse(await fetcher.json(below(api, '', { _fields: 'namespaces,timezone_string' })))
      .data;
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
 * Finds the events API of a site: at the address itself, or where its pages point to.
 * @throws SourceError when there is none
 */
export async function discoverApi(fetcher: Fetcher, site: URL): Promise<Api> {
  const isOurs = (root: URL): boolean => below(root, '').href.includes(NAMESPACE);
  if (isRoot(site)) return { root: site, timezone: undefined, isPlain: isOurs(site) };
  for await (const api of apiCandidates(fetcher, site)) {
    const found = await about(fetcher, api);
    const namespace = found && bestOf(found.namespaces);
    if (namespace === undefined) continue;
    const root = below(api, namespace);
    return { root, timezone: found?.timezone_string || undefined, isPlain: namespace === NAMESPACE };
  }
  throw new SourceError('has no events API that could be found: give the address of its …/events/v1');
}
