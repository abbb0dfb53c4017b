import { Router } from 'express';
import { uncached } from '../http/response-cache.ts';
import type { Send } from '../http/send.ts';
import { FILES_VERSION, sendCopy } from './files.ts';
import { TABS } from './graphiql.tabs.ts';
import { type HtmlPage, policy } from './html.ts';
import { ICON } from './icon.ts';

/**
 * Options of the editor. `null` for the headers: do not store them, but offer to in the settings. `null` for the query:
 * no other query in front of these tabs.
 */
const OPTIONS = {
  title: 'Calendar events',
  logo: ICON,
  defaultTabs: TABS,
  query: null,
  shouldPersistHeaders: null,
};

/**
 * The script that starts the page; a separate file, because the policy of the page forbids inline scripts. The editor
 * opens another tab on a reload unless query and variables are stored, and stores them only when they are edited.
 */
const START = `const { files } = document.currentScript.dataset;
const workers = { editorWorkerService: 'editor', graphql: 'graphql', json: 'json' };
self.MonacoEnvironment = { getWorkerUrl: (_module, label) => new URL(files + workers[label] + '.js', document.baseURI).href };
const options = ${JSON.stringify(OPTIONS)};
if (!localStorage.getItem('graphiql:tabState')) {
  localStorage.setItem('graphiql:query', options.defaultTabs[0].query);
  localStorage.setItem('graphiql:variables', options.defaultTabs[0].variables);
}
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), options);
`;

/**
 * More contrast and a darker background, because gray on gray is hard to read. An empty panel takes no space, not
 * even until the editor hides it: tabs are measured in between, and a focused tab would jump away from under the
 * pointer, so that the click misses it.
 */
const STYLE = `
.graphiql-container, .graphiql-dialog { --alpha-secondary: 0.95; --alpha-tertiary: 0.8 }
body.graphiql-dark .graphiql-container { --color-base: 219, 29%, 8% !important }
@media (prefers-color-scheme: dark) {
  body:not(.graphiql-light) .graphiql-container { --color-base: 219, 29%, 8% !important }
}
.graphiql-plugin:empty { display: none }
.graphiql-container .monaco-editor .line-numbers { color: inherit !important; opacity: 1 !important }
@media (max-width: 44rem) {
  .graphiql-container .graphiql-logo { display: none }
  .graphiql-sessions > div:has(> .graphiql-response) { flex-direction: column !important }
  .graphiql-sessions .graphiql-horizontal-drag-bar { display: none }
}
`;

/** The address of the copied files, relative to the page. */
const FILES = `graphiql/${FILES_VERSION}/`;

/** The GraphiQL page. It sends queries to its own address; its files are next to that ({@link graphiqlRouter}). */
export const GRAPHIQL_PAGE: HtmlPage = {
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calendar events: GraphiQL</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<link rel="stylesheet" href="${FILES}style.css">
<link rel="stylesheet" href="graphiql/contrast.css">
</head>
<body id="body" class="no-focus-outline">
<noscript>This page needs JavaScript.</noscript>
<div id="root"></div>
<script src="${FILES}script.js"></script>
<script src="graphiql/start.js" data-files="${FILES}"></script>
</body>
</html>
`,
  csp: policy({
    'script-src': "'self'",
    'worker-src': "'self'",
    // The editor creates style sheets while it runs.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
  }),
};

export function graphiqlRouter(send: Send): Router {
  const router = Router({ caseSensitive: true });
  router.get('/graphiql/start.js', (_req, res) => {
    send(res.set('Cache-Control', 'public, max-age=86400').type('js'), START);
  });
  router.get('/graphiql/contrast.css', (_req, res) => {
    uncached(res).set('Cache-Control', 'public, max-age=86400').type('css').send(STYLE);
  });
  const files = `/${FILES}`;
  router.get(`${files}script.js`, (req, res) => sendCopy(req, res, 'graphiql.js'));
  router.get(`${files}style.css`, (req, res) => sendCopy(req, res, 'graphiql.css'));
  for (const worker of ['editor', 'graphql', 'json'] as const)
    router.get(`${files}${worker}.js`, (req, res) => sendCopy(req, res, `graphiql-${worker}.js`));
  return router;
}
