import { oneLineText } from '../../../lib/json-ld.ts';
import { type HtmlPage, policy } from '../html.ts';
import type { SiteClock } from './dates.ts';
import { data, type Html, type HtmlValue, html } from './html.ts';

/** What a site is, whatever its address. */
export interface SiteIdentity {
  readonly name: string;
  readonly description: string | null;
  readonly clock: SiteClock;
}

/** What all pages of a site need. */
export interface Site extends SiteIdentity {
  /** Address of the site, without a slash at the end. */
  readonly url: string;
  /** Address of the REST namespace, without a slash at the end. */
  readonly rest: string;
  readonly styleUrl: string;
}

export interface PageContent {
  /** The name of the site follows, unless it is that. */
  readonly title: string;
  /** For search engines and previews; plain text. */
  readonly description?: string;
  /**
   * The canonical address of the page; null for one that search engines should not find, such as an error.
   */
  readonly url: string | null;
  readonly image?: string | undefined;
  /** The record as schema.org linked data. */
  readonly jsonLd?: unknown;
  /** The same content for programs: as JSON, calendar or news. */
  readonly json?: string;
  readonly feeds?: Feeds;
  /** The calendar file of just what the page shows, where that is less than what can be subscribed to. */
  readonly ics?: string;
  readonly previous?: string | null;
  readonly next?: string | null;
  readonly main: Html;
}

/** Addresses to subscribe to. */
export interface Feeds {
  readonly ics: string;
  readonly rss?: string;
}

/** Of The Events Calendar, whose clients look for it on pages. */
export const API_VERSION = 'v1';

const MOST_DESCRIPTION = 200;
/** Most characters of an address in a header. */
export const MOST_LINK = 2_000;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The beginning of a description, as plain text for attributes. */
export function summaryOf(sanitizedHtml: string): string {
  const text = oneLineText(sanitizedHtml).replace(
    /&(?:lt|gt|quot|amp);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );
  return text.length > MOST_DESCRIPTION ? `${text.slice(0, MOST_DESCRIPTION - 1).trimEnd()}…` : text;
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
    href && href.length <= MOST_LINK ? `<${href}>; rel="alternate"; type="${type}"` : [],
  );

/** No script runs, and only pictures of events come from other hosts. */
const POLICY = policy({
  'style-src': "'self'",
  'img-src': "'self' https: http:",
  'form-action': "'self'",
});

/** A whole page around its content. */
export function renderPage(site: Site, content: PageContent): HtmlPage {
  const { title, description, url, image, jsonLd, json, feeds, previous, next, main } = content;
  const { name, clock } = site;
  const { locale, direction } = clock.formats;
  const text = html`<!doctype html>
<html lang="${locale}"${direction === 'rtl' && html` dir="rtl"`}>
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
<a class="skip" href="#main">To the content</a>
<header class="top"><nav aria-label="Site"><a class="brand" href="${site.url}/"><img
 src="${site.url}/favicon.svg" alt="" width="28" height="28">${name}</a><a
 href="${site.url}/events/">Events</a><a href="${site.url}/events/?view=month">Month</a><a href="${site.url}/api">API</a></nav></header>
<main id="main">
${main}
</main>
<footer><a href="${site.url}/venues/">Venues</a> · <a href="${site.url}/organizers/">Organizers</a>${
    json && html` · <a href="${json}">This page as JSON</a>`
  } · <a href="${site.url}/api">For programs</a></footer>
</body>
</html>
`;
  return { html: String(text), csp: POLICY };
}
