import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  CATEGORY_PAGES,
  EVENTS_PAGE,
  INDEX_PAGES,
  recordPages,
  slugInPath,
  TAG_PAGES,
} from '../../lib/page-addresses.ts';
import { uncached } from '../http/response-cache.ts';

interface PermalinkOptions {
  kinds: readonly string[];
  /** The REST path of the list of a kind, or of one record by slug: `/events/by-slug/{slug}`. */
  pathOf(kind: string, by: 'slug' | null): string;
  restRoot(req: Request): string;
  /** Sets the cache headers of a public response. */
  setPublicCaching(res: Response): void;
}

/** Redirects requests for the `url` of a record that prefer JSON to the record in the REST API. */
export function permalinkRouter({ kinds, pathOf, restRoot, setPublicCaching }: PermalinkOptions): Router {
  const router = Router();
  const to =
    (target: (slug: string) => string): RequestHandler =>
    (req, res) => {
      setPublicCaching(res);
      uncached(res).redirect(302, restRoot(req) + target(encodeURIComponent(slugInPath(req.params))));
    };
  const termsBySlug = (kind: string): RequestHandler => {
    const list = pathOf(kind, null);
    return to((slug) => `${list}?hide_empty=false&slug=${slug}`);
  };
  const events = pathOf('event', null);
  router.get(
    EVENTS_PAGE,
    to(() => events),
  );
  for (const [kind, page] of Object.entries(INDEX_PAGES)) {
    const list = pathOf(kind, null);
    router.get(
      page,
      to(() => list),
    );
  }
  for (const kind of kinds) {
    const path = pathOf(kind, 'slug');
    router.get(
      `${recordPages(kind)}/:slug`,
      to((slug) => path.replace('{slug}', () => slug)),
    );
  }
  router.get(`${CATEGORY_PAGES}/*slugs`, termsBySlug('category'));
  router.get(`${TAG_PAGES}/:slug`, termsBySlug('tag'));
  return router;
}
