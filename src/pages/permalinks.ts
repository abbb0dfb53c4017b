import { type Request, Router } from 'express';

/**
 * Where the `url` of a record leads who wants JSON and no page: on to the record in the REST API.
 */
export function permalinkRouter(kinds: readonly string[], restRoot: (req: Request) => string): Router {
  const router = Router();
  const slug = (value: string | string[] | undefined): string =>
    encodeURIComponent((Array.isArray(value) ? value.at(-1) : value) ?? '');
  router.get('/events', (req, res) => res.redirect(302, `${restRoot(req)}/events`));
  for (const kind of kinds) {
    router.get(`/${kind}/:slug`, (req, res) =>
      res.redirect(302, `${restRoot(req)}/${kind}s/by-slug/${slug(req.params.slug)}`),
    );
  }
  router.get('/events/category/*slugs', (req, res) =>
    res.redirect(
      302,
      `${restRoot(req)}/categories?hide_empty=false&slug=${slug(req.params.slugs?.filter((part) => part !== ''))}`,
    ),
  );
  router.get('/tag/:slug', (req, res) =>
    res.redirect(302, `${restRoot(req)}/tags?hide_empty=false&slug=${slug(req.params.slug)}`),
  );
  return router;
}
