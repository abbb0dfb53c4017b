import { html } from './html.ts';
import type { PageContent, Site } from './layout.ts';

/** Which service this is. */
export interface About {
  readonly version: string;
  /** Revision of the REST listing. */
  readonly revision: string;
}

/** `/api`: what there is for programs, and how it is used. */
export function programsContent({ url, rest, clock }: Site, { version, revision }: About): PageContent {
  const description = 'Events with their venues, organizers, categories and tags, over REST and GraphQL.';
  return {
    title: 'For programs',
    description,
    url: `${url}/api`,
    main: html`<h1>For programs</h1>
<p class="lead">${description} Reading what is published needs no login.</p>
<ul>
<li><a href="${url}/docs">API reference</a>: every REST route, to read and to try out</li>
<li><a href="${url}/graphql">GraphiQL</a>: write GraphQL queries with completion,
and browse the <a href="${url}/schema.graphql">schema</a></li>
<li><a href="${rest}">Route index</a> and <a href="${rest}/doc">OpenAPI document</a></li>
<li><a href="${url}/feeds/events.ics">iCalendar</a> and <a href="${url}/feeds/events.rss">RSS</a>, with the filters of
<a href="${rest}/events">the list of events</a></li>
</ul>
<h2>The next five events</h2>
<pre>curl '${rest}/events?per_page=5'</pre>
<h2>The same over GraphQL, with what you want to see of them</h2>
<pre>curl '${url}/graphql' -H 'Content-Type: application/json' \\
  -d '{"query": "{ events(first: 5) { nodes { title startsAt venue { name } } } }"}'</pre>
<h2>A new event, with the login and an application password of someone who may write</h2>
<pre>curl '${rest}/events' -u 'login:application password' \\
  -d 'title=River walk' -d 'start_date=tomorrow 2pm' -d 'end_date=tomorrow 4pm' \\
  -d 'venue[venue]=Boat house'</pre>
<h2>This service</h2>
<dl class="figures">
<div><dt>Time zone</dt><dd>${clock.zone}</dd></div>
<div><dt>API revision</dt><dd>${revision}</dd></div>
<div><dt>Version</dt><dd>${version}</dd></div>
</dl>`,
  };
}
