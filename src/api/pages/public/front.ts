import { html } from './html.ts';
import type { PageContent, Site } from './layout.ts';
import type { FrontAnswer } from './page-documents.ts';
import { fewCards, noEvents, sortedByName, subscribe, termLinks } from './parts.ts';

/** Which service this is. */
export interface About {
  readonly version: string;
  /** Revision of the REST listing. */
  readonly revision: string;
  /** Zone of the site's clock. */
  readonly timezone: string;
}

/**
 * `/`: what runs here, what comes next, and where to go.
 * @param isEmpty whether there is no event at all, past ones included
 */
export function frontContent(
  { url, rest }: Site,
  about: About,
  answer: FrontAnswer,
  isEmpty: boolean,
): PageContent {
  const { events, venues, organizers, categories } = answer;
  const { version, revision, timezone } = about;
  const feeds = { ics: `${url}/feeds/events.ics`, rss: `${url}/feeds/events.rss` };
  const description = 'Events with their venues, organizers, categories and tags, over REST and GraphQL.';
  return {
    title: 'Calendar events service',
    description,
    url: `${url}/`,
    json: `${rest}/events`,
    feeds,
    main: html`<h1>Calendar events service</h1>
<p class="lead">${description} Reading what is published needs no login.</p>
<dl class="figures">
<div><dt>Events to come</dt><dd>${events.total}</dd></div>
<div><dt>Venues</dt><dd><a href="${url}/venues/">${venues.total}</a></dd></div>
<div><dt>Organizers</dt><dd><a href="${url}/organizers/">${organizers.total}</a></dd></div>
<div><dt>Time zone</dt><dd>${timezone}</dd></div>
<div><dt>API revision</dt><dd>${revision}</dd></div>
<div><dt>Version</dt><dd>${version}</dd></div>
</dl>
<section aria-labelledby="next"><h2 id="next">What comes next</h2>
${events.total === 0 ? (isEmpty ? noEvents(url) : html`<p class="count">Nothing is planned.</p>`) : fewCards(events.events)}
<p class="actions"><a class="button" href="${url}/events/">All events</a>
<a href="${url}/events/?view=month">This month</a></p>
${subscribe(feeds)}${categories.categories.length > 0 && termLinks(sortedByName(categories.categories))}</section>
<section aria-labelledby="programs"><h2 id="programs">For programs</h2>
<ul>
<li><a href="${url}/docs">API reference</a>: every REST route, to read and to try out</li>
<li><a href="${url}/graphql">GraphiQL</a>: write GraphQL queries with completion,
and browse the <a href="${url}/schema.graphql">schema</a></li>
<li><a href="${rest}">Route index</a> and <a href="${rest}/doc">OpenAPI document</a></li>
</ul>
<h3>The next five events</h3>
<pre>curl '${rest}/events?per_page=5'</pre>
<h3>The same over GraphQL, with what you want to see of them</h3>
<pre>curl '${url}/graphql' -H 'Content-Type: application/json' \\
  -d '{"query": "{ events(first: 5) { nodes { title startDate venue { name } } } }"}'</pre>
<h3>A new event, with the login and an application password of someone who may write</h3>
<pre>curl '${rest}/events' -u 'login:application password' \\
  -d 'title=River walk' -d 'start_date=tomorrow 2pm' -d 'end_date=tomorrow 4pm' \\
  -d 'venue[venue]=Boat house'</pre></section>`,
  };
}
