import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Context, SiteUrls } from '../../../domain/context/context.ts';
import { ServiceError } from '../../../lib/errors.ts';
import {
  CATEGORY_PAGES,
  EVENTS_PAGE,
  INDEX_PAGES,
  recordPages,
  slugInPath,
  TAG_PAGES,
} from '../../../lib/page-addresses.ts';
import { uncached } from '../../http/response-cache.ts';
import type { Send } from '../../http/send.ts';
import type { HtmlPage } from '../html.ts';
import type { ServiceVersions } from './developers.ts';
import { failurePage } from './failure.ts';
import {
  API_VERSION,
  alternatesOf,
  MAX_LINK_LENGTH,
  type PageContent,
  renderPage,
  type Site,
  type SiteIdentity,
} from './layout.ts';
import {
  makeCategoryPage,
  makeDevelopersPage,
  makeEventPage,
  makeEventsPage,
  makeIndexPage,
  makeOrganizerPage,
  makeStartPage,
  makeTagPage,
  makeVenuePage,
  type PageMaker,
} from './page-makers.ts';
import { type DocumentDeps, documentRunner } from './run-document.ts';
import { robots, SITEMAP_PAGES, type SitemapRequest, sitemapIndex, sitemapPage } from './sitemap.ts';
import { fileIn, ownAddress } from './tec.ts';

/** The style of all public pages. Its address changes with it, so that it may be cached forever. */
const STYLE = readFileSync(new URL('pages.css', import.meta.url), 'utf8');
const STYLE_PATH = `/pages/${createHash('sha256').update(STYLE).digest('hex').slice(0, 12)}.css`;

const INDEX_KINDS = ['venue', 'organizer'] as const;
const RECORDS = [
  ['event', makeEventPage],
  ['venue', makeVenuePage],
  ['organizer', makeOrganizerPage],
] as const;

interface PublicPagesOptions extends DocumentDeps {
  about: ServiceVersions;
  identity: SiteIdentity;
  urls: (req: Request) => SiteUrls;
  /** @throws ServiceError 401 */
  contextOf: (req: Request) => Promise<Context>;
  send: Send;
  /** Value of the `Link` header by which clients find the API. */
  apiLink: (site: string) => string;
  /** Converts a cause to the public error, records it for log and metrics, and sets its headers. */
  errorOf: (res: Response, cause: unknown) => ServiceError;
}

export const siteOf = ({ site, rest }: SiteUrls, identity: SiteIdentity): Site => ({
  ...identity,
  url: site,
  rest,
  styleUrl: `${site}${STYLE_PATH}`,
});

const setPolicy = (res: Response, { csp }: HtmlPage): Response =>
  res.set({ 'Content-Security-Policy': csp, 'Referrer-Policy': 'same-origin' }).type('html');

/**
 * Points clients of The Events Calendar to the API: the same content on all pages but the start page, without very
 * long addresses.
 */
function setApiHeaders({ path }: Request, res: Response, { url, rest }: Site, { json }: PageContent): void {
  res.set({
    'X-TEC-API-VERSION': API_VERSION,
    'X-TEC-API-ROOT': path === '/' || !json || json.length > MAX_LINK_LENGTH ? `${rest}/` : json,
    'X-TEC-API-ORIGIN': url,
  });
}

/** Whether a request prefers a page to JSON, or requests a file in place of a page. */
const prefersPage = (req: Request): boolean =>
  req.accepts(['html', 'json']) === 'html' || fileIn(req.query) !== null;

/** The address of the file requested in place of a page; null if none is, the page has none, or it ignores values. */
function fileOf({ query }: Request, { feeds, ics, ignored }: PageContent): string | null {
  if (ignored) return null;
  const file = fileIn(query);
  if (file === 'ics') return ics ?? feeds?.ics ?? null;
  return file && (feeds?.rss ?? null);
}

/** Cache time of redirects from addresses of The Events Calendar. */
const MOVED = 'public, max-age=3600';
/** Redirects an address of The Events Calendar to ours. @returns false for all others */
function redirectToOwn(req: Request, res: Response, site: string): boolean {
  const at = req.originalUrl.indexOf('?');
  const own = ownAddress(req.path, at < 0 ? '' : req.originalUrl.slice(at + 1));
  if (own === null) return false;
  uncached(res)
    .set('Cache-Control', MOVED)
    .redirect(301, site + own);
  return true;
}

export function sendFailure(
  res: Response,
  urls: SiteUrls,
  identity: SiteIdentity,
  error: ServiceError,
): void {
  const page = failurePage(siteOf(urls, identity), error);
  setPolicy(uncached(res).status(error.status).set('Cache-Control', 'no-store'), page).send(page.html);
}

/**
 * The public pages: the start page, lists and months of events, and a page for each record. Requests that prefer
 * JSON pass to the next handler.
 */
export function publicRouter(options: PublicPagesOptions): Router {
  const { about, identity, urls, contextOf, send, apiLink, errorOf } = options;
  const runnerFor = documentRunner(options);

  const respond = async (make: PageMaker, req: Request, res: Response): Promise<void> => {
    const siteUrls = urls(req);
    res.setHeader('Link', apiLink(siteUrls.site));
    try {
      const context = await contextOf(req);
      const { query } = req;
      const visit = {
        about,
        context,
        query,
        site: siteOf(siteUrls, identity),
        slug: slugInPath(req.params),
      };
      const content = await make({ ...visit, runDocument: runnerFor(context) });
      const file = fileOf(req, content);
      if (file !== null) return uncached(res).redirect(302, file);
      const page = renderPage(visit.site, content);
      res.setHeader('Link', [apiLink(siteUrls.site), ...alternatesOf(content)].join(', '));
      setApiHeaders(req, res, visit.site, content);
      if (content.ignored) uncached(res).status(400).setHeader('Cache-Control', 'no-store');
      if (context.caller.login !== null) res.setHeader('Cache-Control', 'no-store, private');
      send(setPolicy(res, page), page.html, context);
    } catch (error) {
      // A category may have the name of a view: the path means a view only if there is no such category.
      const isUnknown = error instanceof ServiceError && error.code === 'category-not-found';
      if (isUnknown && redirectToOwn(req, res, siteUrls.site)) return;
      sendFailure(res, siteUrls, identity, errorOf(res, error));
    }
  };
  const page =
    (make: PageMaker): RequestHandler =>
    (req, res, next) => {
      res.vary('Accept');
      return prefersPage(req) ? respond(make, req, res) : next();
    };

  const redirectMoved: RequestHandler = (req, res, next) => {
    // All category paths are pages, whether or not the category exists.
    if (req.path.startsWith(`${CATEGORY_PAGES}/`) || !redirectToOwn(req, res, urls(req).site)) next();
  };
  const xml =
    (make: (visit: SitemapRequest) => Promise<string>): RequestHandler =>
    async (req, res) => {
      try {
        const context = await contextOf(req);
        const visit = {
          site: urls(req).site,
          runDocument: runnerFor(context),
          context,
          params: req.params,
        };
        const text = await make(visit);
        if (context.caller.login !== null) res.setHeader('Cache-Control', 'no-store, private');
        send(res.type('application/xml; charset=utf-8'), text, context);
      } catch (error) {
        sendFailure(res, urls(req), identity, errorOf(res, error));
      }
    };

  const router = Router({ caseSensitive: true });
  router.get('/robots.txt', (req, res) => send(res.type('text/plain'), robots(urls(req).site)));
  router.get('/sitemap.xml', xml(sitemapIndex));
  router.get(SITEMAP_PAGES, xml(sitemapPage));
  router.get(STYLE_PATH, (_req, res) =>
    send(res.set('Cache-Control', 'public, max-age=31536000, immutable').type('css'), STYLE),
  );
  // These have no JSON form.
  router.get('/', (req, res) => respond(makeStartPage, req, res));
  router.get('/api', (req, res) => respond(makeDevelopersPage, req, res));
  router.get(EVENTS_PAGE, page(makeEventsPage));
  router.get(`${CATEGORY_PAGES}/*slugs`, page(makeCategoryPage));
  router.get(`${TAG_PAGES}/:slug`, page(makeTagPage));
  for (const [kind, make] of RECORDS) router.get(`${recordPages(kind)}/:slug`, page(make));
  for (const kind of INDEX_KINDS) router.get(INDEX_PAGES[kind], page(makeIndexPage(kind)));
  router.get(
    [`${EVENTS_PAGE}/*rest`, ...RECORDS.map(([kind]) => `${recordPages(kind)}/*rest`)],
    redirectMoved,
  );
  return router;
}
