import { Router } from 'express';
import type { PageFiles } from './files.ts';
import { type HtmlPage, policy } from './html.ts';

/**
 * The GraphiQL page. It sends queries to its own address; its files are next to that (`graphiql/…`, see {@link
 * graphiqlRouter}).
 */
export function graphiqlPage({ version }: PageFiles): HtmlPage {
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calendar events: GraphiQL</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<link rel="stylesheet" href="graphiql/${version}.css">
</head>
<body id="body" class="no-focus-outline">
<noscript>This page needs JavaScript.</noscript>
<div id="root"></div>
<script src="graphiql/${version}.js"></script>
</body>
</html>
`,
    csp: policy({
      'script-src': "'self' blob:",
      'worker-src': 'blob:',
      // The editor creates style sheets while it runs.
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
    }),
  };
}

export function graphiqlRouter(files: PageFiles): Router {
  const router = Router();
  for (const kind of ['js', 'css'] as const) {
    router.get(`/graphiql/${files.version}.${kind}`, (req, res) => {
      res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      return files.send(req, res, `graphiql.${kind}`);
    });
  }
  return router;
}
