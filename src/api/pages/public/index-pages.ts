import { PLURALS } from '../../../lib/kinds.ts';
import { INDEX_PAGES } from '../../../lib/page-addresses.ts';
import { type Html, html } from './html.ts';
import type { PageContent, Site } from './layout.ts';
import type { IndexAnswer, IndexEntry } from './page-documents.ts';
import { hasTypedText, listUrl, type PageQuery } from './page-query.ts';
import { pager, searchField, thumbnail } from './parts.ts';

export type IndexKind = keyof typeof INDEX_PAGES;
const WORDS = {
  venue: {
    title: 'page.venues',
    matching: 'index.venuesMatching',
    search: 'index.searchVenues',
    none: 'index.noVenues',
    count: 'index.venueCount',
  },
  organizer: {
    title: 'page.organizers',
    matching: 'index.organizersMatching',
    search: 'index.searchOrganizers',
    none: 'index.noOrganizers',
    count: 'index.organizerCount',
  },
} as const;

/** Minimum number of records on a page with headings for letters. */
const MANY_RECORDS = 30;

/** The letter that a name sorts under, without its accents, like the order of the API; `#` for other characters. */
const letterOf = (name: string): string => /^\p{L}/u.exec(name.normalize('NFKD'))?.[0].toUpperCase() ?? '#';

const entry = ({ name, url, city, image, events }: IndexEntry, { clock }: Site): Html =>
  html`<li><div><a class="name" href="${url}">${name}</a>${city && html`<p>${city}</p>`}<p>${clock.words.text(
    'index.upcoming',
    { count: events.totalCount },
  )}</p></div>${image && thumbnail(image)}</li>
`;

function entries(nodes: readonly IndexEntry[], site: Site): Html {
  const list = (those: readonly IndexEntry[]): Html =>
    html`<ul class="index">${those.map((one) => entry(one, site))}</ul>\n`;
  if (nodes.length < MANY_RECORDS) return list(nodes);
  const letters = Map.groupBy(nodes, ({ name }) => letterOf(name));
  return html`${[...letters].map(([letter, those]) => html`<section class="letter"><h2>${letter}</h2>${list(those)}</section>`)}`;
}

/** `/venues/` and `/organizers/`: all of them, A to Z, or the matches of a search. */
export function indexContent(
  site: Site,
  kind: IndexKind,
  pageQuery: PageQuery,
  { index }: IndexAnswer,
): PageContent {
  const { words } = site.clock;
  const key = WORDS[kind];
  const { search, page } = pageQuery;
  const { totalCount: total, totalPages: pages, nodes } = index;
  const base = `${site.url}${INDEX_PAGES[kind]}/`;
  const to = (other: number): string => listUrl(base, { search, page: other });
  const adjacent = {
    previous: page > 1 ? { href: to(page - 1), text: words.text('index.previous') } : null,
    next: page < pages ? { href: to(page + 1), text: words.text('index.next') } : null,
  };
  const title = search === null ? words.text(key.title) : words.text(key.matching, { search });
  const count = [
    words.text(key.count, { count: total }),
    ...(pages > 1 ? [words.text('index.page', { page, pages })] : []),
  ].join(' · ');
  const query = search === null ? '' : `?${new URLSearchParams({ search })}`;
  const label = words.text(key.search);
  return {
    title,
    description: `${title} · ${count}`,
    url: hasTypedText(pageQuery) ? null : to(page),
    json: `${site.rest}/${PLURALS[kind]}${query}`,
    previous: adjacent.previous?.href ?? null,
    next: adjacent.next?.href ?? null,
    main: html`<h1>${title}</h1>
<div class="tools"><form role="search" action="${base}" method="get">${searchField(site, label, search)}</form></div>
${
  total === 0
    ? html`<div class="empty"><p>${words.text(search === null ? key.none : 'index.noResults')}</p>${
        search !== null && html`<p><a href="${base}">${words.text('index.showAll')}</a></p>`
      }</div>`
    : html`<p class="count">${count}</p>${entries(nodes, site)}`
}${pager(adjacent, words.text('list.pages'))}`,
  };
}
