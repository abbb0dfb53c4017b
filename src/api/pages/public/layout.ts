import { oneLineText } from '../../../lib/json-ld.ts';
import { type HtmlPage, policy } from '../html.ts';
import type { SiteClock } from './dates.ts';
import { data, type Html, type HtmlValue, html } from './html.ts';
import type { View } from './page-query.ts';

/** The identity of a site, independent of its address. */
export interface SiteIdentity {
  readonly name: string;
  readonly description: string | null;
  readonly clock: SiteClock;
}

export interface Site extends SiteIdentity {
  /** Address of the site, without a slash at the end. */
  readonly url: string;
  /** Address of the REST namespace, without a slash at the end. */
  readonly rest: string;
  readonly styleUrl: string;
}

export interface PageContent {
  /** Followed by the name of the site, unless it is that name. */
  readonly title: string;
  /** For search engines and previews; plain text. */
  readonly description?: string;
  /** The canonical address of the page; null keeps it out of search engines, for example an error. */
  readonly url: string | null;
  readonly image?: string | undefined;
  /** The record as schema.org linked data. */
  readonly jsonLd?: unknown;
  /** Address of the same content as JSON. */
  readonly json?: string;
  readonly feeds?: Feeds;
  /** Address of a calendar file with only the events of the page, if subscriptions have more. */
  readonly ics?: string;
  readonly previous?: string | null;
  readonly next?: string | null;
  /** The views of the events of the page; by default those of all events. */
  readonly views?: Views;
  /** Sentences about values in the address that the page ignores; such a page is an error for robots and caches. */
  readonly ignored?: readonly string[];
  readonly main: Html;
}

/** The addresses of the views of events. */
export interface Views {
  /** The view of the page; null for a page of another kind. */
  readonly current: View | null;
  readonly list: string;
  readonly month: string;
  readonly past: string;
}

export interface Feeds {
  readonly ics: string;
  readonly rss?: string;
}

/** The API version of The Events Calendar, which its clients look for on pages. */
export const API_VERSION = 'v1';

const MAX_DESCRIPTION_LENGTH = 200;
/** Maximum characters of an address in a header. */
export const MAX_LINK_LENGTH = 2_000;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The beginning of a description, as plain text for attributes. */
export function summaryOf(sanitizedHtml: string): string {
  const text = oneLineText(sanitizedHtml).replace(
    /&(?:lt|gt|quot|amp);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );
  return text.length > MAX_DESCRIPTION_LENGTH
    ? `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1).trimEnd()}…`
    : text;
}

const link = (rel: string, href: string | null | undefined, type?: string): HtmlValue =>
  href ? html`<link rel="${rel}" href="${href}"${type && html` type="${type}"`}>\n` : null;
const meta = (property: string, content: string | null | undefined): HtmlValue =>
  content ? html`<meta property="${property}" content="${content}">\n` : null;

/** The alternates of a page as values of a `Link` header (RFC 8288), without very long addresses. */
export const alternatesOf = ({ json, feeds }: PageContent): string[] =>
  [
    [json, 'application/json'],
    [feeds?.ics, 'text/calendar'],
    [feeds?.rss, 'application/rss+xml'],
  ].flatMap(([href, type]) =>
    href && href.length <= MAX_LINK_LENGTH ? `<${href}>; rel="alternate"; type="${type}"` : [],
  );

/** No scripts; other hosts only for pictures of events. */
const POLICY = policy({
  'style-src': "'self'",
  'img-src': "'self' https: http:",
  'form-action': "'self'",
});

const VIEWS = [
  ['list', 'page.events'],
  ['month', 'page.month'],
  ['past', 'page.past'],
] as const;

function navigation({ url, clock: { words } }: Site, { views }: PageContent): Html {
  const events = `${url}/events/`;
  const { current, ...urls } = views ?? {
    current: null,
    list: events,
    month: `${events}?view=month`,
    past: `${events}?view=past`,
  };
  return html`<nav class="views" aria-label="${words.text('page.navigation')}">${VIEWS.map(
    ([view, text]) =>
      html`<a href="${urls[view]}"${view === current && html` aria-current="page"`}>${words.text(text)}</a>`,
  )}</nav>`;
}

const notice = ({ clock: { words } }: Site, { ignored }: PageContent): HtmlValue =>
  ignored &&
  html`<div class="notice"><p>${words.text('filter.ignored')}</p>
<ul>${ignored.map((text) => html`<li>${text}</li>`)}</ul></div>
`;

export function renderPage(site: Site, content: PageContent): HtmlPage {
  const { title, description, url, image, jsonLd, json, feeds, previous, next, main } = content;
  const { name, clock } = site;
  const { words } = clock;
  const text = html`<!doctype html>
<html lang="${words.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? name : `${title} – ${name}`}</title>
${description ? html`<meta name="description" content="${description}">\n` : null}${
  url === null
    ? html`<meta name="robots" content="noindex">\n`
    : [
        link('canonical', url),
        meta('og:title', title),
        meta('og:type', 'website'),
        meta('og:url', url),
        meta('og:site_name', name),
        meta('og:description', description),
        meta('og:image', image),
        html`<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">\n`,
      ]
}<meta name="tec-api-version" content="${API_VERSION}">
<meta name="tec-api-origin" content="${site.url}">
${link('prev', previous)}${link('next', next)}${link('https://api.w.org/', `${site.url}/wp-json/`)}${link(
  'alternate',
  json,
  'application/json',
)}${link('alternate', feeds?.ics, 'text/calendar')}${link(
  'alternate',
  feeds?.rss,
  'application/rss+xml',
)}<link rel="icon" type="image/svg+xml" href="${site.url}/favicon.svg">
<link rel="stylesheet" href="${site.styleUrl}">
${jsonLd ? html`<script type="application/ld+json">${data(jsonLd)}</script>\n` : null}</head>
<body>
<a class="skip" href="#main">${words.text('page.skip')}</a>
<header class="top"><a class="brand" href="${site.url}/"><img
 src="${site.url}/favicon.svg" alt="" width="28" height="28">${name}</a>${navigation(site, content)}</header>
<main id="main">
${notice(site, content)}${main}
</main>
<footer><a href="${site.url}/venues/">${words.text('page.venues')}</a> · <a href="${site.url}/organizers/">${words.text('page.organizers')}</a>${
    json && html` · <a href="${json}">${words.text('page.json')}</a>`
  } · <a href="${site.url}/api">${words.text('page.developers')}</a> · <a href="${site.url}/desk">${words.text('desk.signIn')}</a></footer>
</body>
</html>
`;
  return { html: String(text), csp: POLICY };
}
