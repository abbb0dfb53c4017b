import { escapeHtml, type Page, policy } from './html.ts';

export interface HomeOptions {
  /** Address of the namespace, without a slash at the end. */
  restRoot: string;
  graphqlUrl: string;
  docsUrl: string;
  /** Version of the service. */
  version: string;
  /** Revision of the API. */
  revision: string;
}

const STYLE = `body{max-width:46rem;margin:3rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;color:#1d2a35;background:#fbfaf8}
h1{color:#1f5f8b;line-height:1.2}a{color:#1f5f8b}ul{padding-left:1.2rem}
pre{padding:.8rem 1rem;overflow-x:auto;background:#1d2a35;color:#f3efe6;border-radius:.4rem;font-size:.9rem}footer{margin-top:2rem;color:#5d6b76}`;

/** The start page: what runs here, and where to go. No script, nothing from elsewhere. */
export function homePage({ restRoot, graphqlUrl, docsUrl, version, revision }: HomeOptions): Page {
  const [rest, graphql, docs] = [restRoot, graphqlUrl, docsUrl].map(escapeHtml);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calendar events service</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<h1>Calendar events service</h1>
<p>Events with their venues, organizers, categories and tags, over REST and GraphQL. Reading what is published needs no login.</p>
<ul>
<li><a href="${docs}">API documentation</a>: every REST route, to read and to try out</li>
<li><a href="${graphql}">GraphiQL</a>: write GraphQL queries with completion, and browse the schema</li>
<li><a href="${rest}">Route index</a> and <a href="${rest}/doc">OpenAPI document</a>, for programs</li>
</ul>
<h2>First requests</h2>
<p>The next five events:</p>
<pre>curl '${rest}/events?per_page=5'</pre>
<p>The same over GraphQL, with what you want to see of them:</p>
<pre>curl '${graphql}' -H 'Content-Type: application/json' \\
  -d '{"query": "{ events(perPage: 5) { events { title startDate venue { name } } } }"}'</pre>
<p>A new event, with the login and an application password of someone who may write:</p>
<pre>curl '${rest}/events' -u 'login:application password' \\
  -d 'title=River walk' -d 'start_date=tomorrow 2pm' -d 'end_date=tomorrow 4pm' \\
  -d 'venue[venue]=Boat house'</pre>
<footer>Version ${escapeHtml(version)} of the service; API v1, revision ${escapeHtml(revision)}</footer>
</body>
</html>
`;
  return { html, csp: policy({ 'style-src': "'unsafe-inline'", 'img-src': "'self'" }) };
}
