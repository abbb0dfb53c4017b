import { Router } from 'express';
import type { PageFiles } from './files.ts';
import { escapeHtml, policy } from './html.ts';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

/** Starts the page. A file of its own, as the page's policy allows no script inside it. */
const START = `window.addEventListener('DOMContentLoaded', () => {
  const place = document.getElementById('docs');
  window.SwaggerUIBundle({
    url: place.dataset.document,
    domNode: place,
    deepLinking: true,
    validatorUrl: null,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    presets: [window.SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
  });
});
`;

// Addresses are relative to /docs, so that the page also works behind a proxy that adds a path.
const page = (documentUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calendar events: API documentation</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<noscript>This page needs JavaScript; the document it shows is at <a href="${escapeHtml(documentUrl)}">${escapeHtml(documentUrl)}</a>.</noscript>
<div id="docs" data-document="${escapeHtml(documentUrl)}"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

export interface DocsOptions {
  /** Address of the OpenAPI document: absolute, or relative to the page. */
  documentUrl: string;
  files: PageFiles;
}

/**
 * `/docs`: the OpenAPI document as a page to read and to try out, with everything it needs from this host.
 */
export function docsRouter({ documentUrl, files }: DocsOptions): Router {
  const router = Router({ strict: true });
  const html = page(documentUrl);
  const origin = URL.canParse(documentUrl) ? ` ${new URL(documentUrl).origin}` : '';
  const csp = policy({
    'script-src': "'self'",
    // Swagger UI sets style attributes.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': `'self'${origin}`,
  });
  router.get('/docs', (_request, response) => {
    response.set({ 'Content-Security-Policy': csp, 'Cache-Control': 'no-cache' }).type('html').send(html);
  });
  router.get('/docs/', (_request, response) => response.redirect(301, '../docs'));
  router.get('/docs/start.js', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=86400').type('js').send(START);
  });
  for (const file of FILES) {
    router.get(`/docs/${file}`, (request, response) => {
      response.setHeader('Cache-Control', 'public, max-age=86400');
      return files.send(request, response, file);
    });
  }
  return router;
}
