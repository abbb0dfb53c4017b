import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Context, SiteUrls } from '../../context.ts';
import type { ServiceError } from '../../errors.ts';
import type { Send } from '../../http/send.ts';
import {
  CATEGORY_PAGES,
  EVENTS_PAGE,
  recordPages,
  slugInPath,
  TAG_PAGES,
} from '../../kernel/page-addresses.ts';
import type { HtmlPage } from '../html.ts';
import { prepareQuestions, type QuestionDeps } from './ask.ts';
import { failurePage } from './failure.ts';
import type { About } from './front.ts';
import { alternatesOf, renderPage, type Site } from './layout.ts';
import {
  makeCategoryPage,
  makeEventPage,
  makeEventsPage,
  makeFrontPage,
  makeOrganizerPage,
  makeTagPage,
  makeVenuePage,
  type PageMaker,
} from './make.ts';
import { STYLE, STYLE_PATH } from './style.ts';

const RECORDS = [
  ['event', makeEventPage],
  ['venue', makeVenuePage],
  ['organizer', makeOrganizerPage],
] as const;

interface PublicPagesOptions extends QuestionDeps {
  about: About;
  urls: (req: Request) => SiteUrls;
  /** @throws ServiceError 401 */
  contextOf: (req: Request) => Promise<Context>;
  send: Send;
  /** Value of the `Link` header by which clients find the API. */
  apiLink: (site: string) => string;
  /** The error to show; it is noted for log and metrics, and sets the headers that go with it. */
  errorOf: (res: Response, cause: unknown) => ServiceError;
}

const siteOf = ({ site, rest }: SiteUrls): Site => ({ url: site, rest, styleUrl: `${site}${STYLE_PATH}` });

const setPolicy = (res: Response, { csp }: HtmlPage): Response =>
  res.set({ 'Content-Security-Policy': csp, 'Referrer-Policy': 'same-origin' }).type('html');

/** Whether a page is accepted at least as well as JSON. */
const prefersPage = (req: Request): boolean => req.accepts(['html', 'json']) === 'html';

/** An error as a page. */
export function sendFailure(res: Response, urls: SiteUrls, error: ServiceError): void {
  const page = failurePage(siteOf(urls), error);
  setPolicy(res.status(error.status).set('Cache-Control', 'no-store'), page).send(page.html);
}

/**
 * The pages for people: the front page, lists and months of events, and a page for each record. Where the
 * client prefers JSON the next handler answers.
 */
export function publicRouter(options: PublicPagesOptions): Router {
  const { about, urls, contextOf, send, apiLink, errorOf } = options;
  const { questions, askFor } = prepareQuestions(options);

  const answer = async (make: PageMaker, req: Request, res: Response): Promise<void> => {
    const asked = urls(req);
    res.setHeader('Link', apiLink(asked.site));
    try {
      const context = await contextOf(req);
      const { query } = req;
      const visit = { about, context, questions, query, site: siteOf(asked), slug: slugInPath(req.params) };
      const content = await make({ ...visit, ask: askFor(context) });
      const page = renderPage(visit.site, content);
      res.setHeader('Link', [apiLink(asked.site), ...alternatesOf(content)].join(', '));
      if (context.caller.login !== null) res.setHeader('Cache-Control', 'no-store, private');
      send(setPolicy(res, page), page.html, context);
    } catch (error) {
      sendFailure(res, asked, errorOf(res, error));
    }
  };
  const page =
    (make: PageMaker): RequestHandler =>
    (req, res, next) => {
      res.vary('Accept');
      return prefersPage(req) ? answer(make, req, res) : next();
    };

  const router = Router({ caseSensitive: true });
  router.get(STYLE_PATH, (_req, res) =>
    send(res.set('Cache-Control', 'public, max-age=31536000, immutable').type('css'), STYLE),
  );
  // The front page has no JSON form.
  router.get('/', (req, res) => answer(makeFrontPage, req, res));
  router.get(EVENTS_PAGE, page(makeEventsPage));
  router.get(`${CATEGORY_PAGES}/*slugs`, page(makeCategoryPage));
  router.get(`${TAG_PAGES}/:slug`, page(makeTagPage));
  for (const [kind, make] of RECORDS) router.get(`${recordPages(kind)}/:slug`, page(make));
  return router;
}
