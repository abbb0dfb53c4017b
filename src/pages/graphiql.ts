import { createHash } from 'node:crypto';
import { Router } from 'express';
import { type Page, policy } from './html.ts';

const WELCOME = `# Welcome. Run this query with the play button or Ctrl-Enter.
# The book on the left documents every type and field.
#
# Reading needs no login. To write, add under Headers:
# { "Authorization": "Basic <base64 of login:password>" }
# with an application password.

query UpcomingEvents {
  events(perPage: 5) {
    total
    events {
      id
      title
      startDate
      endDate
      timezone
      cost
      venue {
        name
        city
      }
      organizers {
        name
      }
      categories {
        name
      }
    }
  }
}
`;

interface Parts {
  script: string;
  style: string;
  /** Part of the files' names, so that they may be kept for ever. */
  version: string;
}

let parts: Promise<Parts> | undefined;

/**
 * The package makes one page of nine megabytes. Script and style become files of their own, so that the browser keeps
 * them and the page needs no permission for scripts inside it.
 */
async function render(): Promise<Parts> {
  // Thirty megabytes, which most processes never need.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const rendered = renderGraphiQL({ title: 'Calendar events', defaultQuery: WELCOME, shouldPersistHeaders: false });
  const between = (start: string, end: string): string => rendered.slice(rendered.indexOf(start) + start.length, rendered.lastIndexOf(end));
  const script = between('<script>', '</script>');
  const style = rendered.slice(rendered.indexOf('<style>') + '<style>'.length, rendered.indexOf('</style>'));
  return { script, style, version: createHash('sha256').update(script).update(style).digest('hex').slice(0, 12) };
}

function graphiqlParts(): Promise<Parts> {
  parts ??= render();
  return parts;
}

/** The GraphiQL page. It asks the address it was loaded from, and its files lie beside that (`graphiql/…`, see {@link graphiqlRouter}). */
export async function graphiqlPage(): Promise<Page> {
  const { version } = await graphiqlParts();
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
      // The editor makes style sheets as it goes.
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
    }),
  };
}

/** The files of the GraphiQL page, under `/graphiql/`. They are made on first use: nine megabytes that many processes never need. */
export function graphiqlRouter(): Router {
  const router = Router();
  router.get('/graphiql/:file', async (request, response, next) => {
    const { script, style, version } = await graphiqlParts();
    const files = new Map([
      [`${version}.js`, script],
      [`${version}.css`, style],
    ]);
    const content = files.get(request.params.file);
    if (content === undefined) return next();
    response
      .set('Cache-Control', 'public, max-age=31536000, immutable')
      .type(request.params.file.endsWith('.js') ? 'js' : 'css')
      .send(content);
  });
  return router;
}
