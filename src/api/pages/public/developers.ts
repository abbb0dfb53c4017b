import { html } from './html.ts';
import type { PageContent, Site } from './layout.ts';

export interface ServiceVersions {
  readonly version: string;
  /** Revision of the REST listing. */
  readonly revision: string;
}

/** `/api`: the start page for developers, in English only. */
export function developersContent(
  { url, rest, clock }: Site,
  { version, revision }: ServiceVersions,
): PageContent {
  const description = 'Events with their venues, organizers, categories and tags, over REST and GraphQL.';
  return {
    title: clock.words.text('page.developers'),
    description,
    url: `${url}/api`,
    main: html`<div lang="en">
<h1>Developers</h1>
<p class="lead">${description} Published content needs no login.</p>
<ul>
<li><a href="${url}/docs">API reference</a>: read about every REST route, and try it out</li>
<li><a href="${url}/graphql">GraphiQL</a>: write GraphQL queries with completion,
and browse the <a href="${url}/schema.graphql">schema</a></li>
<li><a href="${rest}">Route index</a> and <a href="${rest}/doc">OpenAPI document</a></li>
<li><a href="${url}/feeds/events.ics">iCalendar</a> and <a href="${url}/feeds/events.rss">RSS</a> feeds, with the filters of
<a href="${rest}/events">the list of events</a></li>
</ul>
<h2>The next five events</h2>
<pre>curl '${rest}/events?per_page=5'</pre>
<h2>The same over GraphQL, with only the fields you need</h2>
<pre>curl '${url}/graphql' -H 'Content-Type: application/json' \\
  -d '{"query": "{ events(first: 5) { nodes { title startsAt venue { name } } } }"}'</pre>
<h2>Create an event, with a username and an application password</h2>
<pre>curl '${rest}/events' -u 'username:application password' \\
  -d 'title=River walk' -d 'start_date=tomorrow 2pm' -d 'end_date=tomorrow 4pm' \\
  -d 'venue[venue]=Boat house'</pre>
<h2>This service</h2>
<dl class="figures">
<div><dt>Time zone</dt><dd>${clock.zone}</dd></div>
<div><dt>API revision</dt><dd>${revision}</dd></div>
<div><dt>Version</dt><dd>${version}</dd></div>
</dl>
</div>`,
  };
}
