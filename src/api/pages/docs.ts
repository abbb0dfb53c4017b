import { Router } from 'express';
import { escapeHtml } from '../../lib/escape-html.ts';
import { uncached } from '../http/response-cache.ts';
import type { Send } from '../http/send.ts';
import { FILES_VERSION, sendCopy } from './files.ts';
import { policy } from './html.ts';

/**
 * The script that starts the page; a separate file, because the policy of the page forbids inline scripts. Disables
 * everything that would contact another host: fonts, usage statistics, Scalar's own proxy, client and assistant.
 */
const START = `const place = document.getElementById('docs');
window.Scalar.createApiReference(place, {
  url: new URL(place.dataset.document, document.baseURI).href,
  theme: 'none',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  operationTitleSource: 'summary',
  orderSchemaPropertiesBy: 'preserve',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'basicAuth' },
  // Makes the API report misspelled parameters.
  onBeforeRequest: ({ request, requestBuilder = request }) => {
    requestBuilder.headers.set('Prefer', 'handling=strict');
  },
});
// Enter in the search opens the first result unless the arrow keys have selected another.
document.addEventListener('keydown', ({ key, target }) => {
  if (key === 'Enter' && target.matches('[role=search] [role=combobox]:not([aria-activedescendant])'))
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
}, true);
// Labels for icon buttons and unlabeled fields, for screen readers.
const name = () => {
  for (const button of place.querySelectorAll('button:not([aria-label])'))
    if (!button.innerText.trim() && !button.title)
      button.setAttribute('aria-label', button.className.includes('copy') ? 'Copy' : 'More');
  for (const field of place.querySelectorAll('[role=combobox]:not([aria-expanded])')) {
    field.setAttribute('aria-expanded', 'false');
    if (!field.hasAttribute('aria-label')) field.setAttribute('aria-label', field.dataset.placeholder || 'Value');
  }
};
new MutationObserver(name).observe(document.body, { childList: true, subtree: true });
`;

/** The colors of the other pages, light and dark. A section opened by a link has the focus, and needs no frame. */
const STYLE = `body{margin:0}
#docs section[tabindex="-1"]{outline:none}
.light-mode{--scalar-background-1:#fbfaf8;--scalar-background-2:#f3efe6;--scalar-background-3:#e7e1d4;
--scalar-color-1:#1d2a35;--scalar-color-2:#4a5862;--scalar-color-3:#56636d;--scalar-color-accent:#1f5f8b;
--scalar-border-color:#ded7c8;
--scalar-color-blue:#1f5f8b;--scalar-color-green:#22683a;--scalar-color-orange:#8a4b00;--scalar-color-red:#a8251b;
--scalar-color-yellow:#7a5900;--scalar-color-purple:#5b3d99}
.dark-mode{--scalar-background-1:#12191f;--scalar-background-2:#1a242c;--scalar-background-3:#25323c;
--scalar-color-1:#f3efe6;--scalar-color-2:#c3ccd3;--scalar-color-3:#a5b1ba;--scalar-color-accent:#7fbbe3;
--scalar-border-color:#33414c;
--scalar-color-blue:#7fbbe3;--scalar-color-green:#7fd39a;--scalar-color-orange:#f0b072;--scalar-color-red:#f29a90;
--scalar-color-yellow:#e8c765;--scalar-color-purple:#c0a8ef}
`;

// URLs are relative to /docs, so that the page also works behind a proxy that adds a path.
const page = (documentUrl: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calendar events: API reference</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<link rel="stylesheet" href="docs/reference.css">
</head>
<body>
<noscript>This page needs JavaScript. The OpenAPI document is at
<a href="${escapeHtml(documentUrl)}">${escapeHtml(documentUrl)}</a>.</noscript>
<div id="docs" data-document="${escapeHtml(documentUrl)}"></div>
<script src="docs/${FILES_VERSION}.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

interface DocsOptions {
  /** Address of the OpenAPI document: absolute, or relative to the page. */
  documentUrl: string;
  send: Send;
}

/** `/docs`: an interactive reference of the OpenAPI document; loads everything from this host. */
export function docsRouter({ documentUrl, send }: DocsOptions): Router {
  const router = Router({ strict: true });
  const html = page(documentUrl);
  const origin = URL.canParse(documentUrl) ? ` ${new URL(documentUrl).origin}` : '';
  const csp = policy({
    'script-src': "'self'",
    // The script of the reference contains its style sheet, and sets style attributes.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'connect-src': `'self'${origin}`,
  });
  router.get('/docs', (_request, response) => {
    send(response.set({ 'Content-Security-Policy': csp, 'Cache-Control': 'no-cache' }).type('html'), html);
  });
  router.get('/docs/', (_request, response) => uncached(response).redirect(301, '../docs'));
  router.get('/docs/start.js', (_request, response) => {
    send(response.set('Cache-Control', 'public, max-age=86400').type('js'), START);
  });
  router.get('/docs/reference.css', (_request, response) => {
    uncached(response).set('Cache-Control', 'public, max-age=86400').type('css').send(STYLE);
  });
  router.get(`/docs/${FILES_VERSION}.js`, (request, response) => sendCopy(request, response, 'reference.js'));
  return router;
}
