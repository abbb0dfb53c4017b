import { PLURALS } from '../../../lib/kinds.ts';
import { INDEX_PAGES } from '../../../lib/page-addresses.ts';
import { html } from './html.ts';
import type { PageContent, Site } from './layout.ts';
import type { IndexAnswer } from './page-documents.ts';
import { listUrl, type PageQuery } from './page-query.ts';
import { pager, searchField } from './parts.ts';

export type IndexKind = keyof typeof INDEX_PAGES;
const TITLES = { venue: 'Venues', organizer: 'Organizers' } as const;

/** `/venues/` and `/organizers/`: all of them, newest first, or the matches of a search. */
export function indexContent(
  site: Site,
  kind: IndexKind,
  pageQuery: PageQuery,
  { index }: IndexAnswer,
): PageContent {
  const name = TITLES[kind];
  const many = PLURALS[kind];
  const { search, page } = pageQuery;
  const { totalCount: total, totalPages, nodes } = index;
  const base = `${site.url}${INDEX_PAGES[kind]}/`;
  const to = (other: number): string => listUrl(base, { search, page: other });
  const adjacent = {
    previous: page > 1 ? { href: to(page - 1), text: 'Previous page' } : null,
    next: page < totalPages ? { href: to(page + 1), text: 'Next page' } : null,
  };
  const title = search ? `${name} matching “${search}”` : name;
  const count = `${total} ${total === 1 ? kind : many}${totalPages > 1 ? `, page ${page} of ${totalPages}` : ''}`;
  const query = search === null ? '' : `?${new URLSearchParams({ search })}`;
  return {
    title,
    description: `${title}: ${count}`,
    url: to(page),
    json: `${site.rest}/${many}${query}`,
    previous: adjacent.previous?.href ?? null,
    next: adjacent.next?.href ?? null,
    main: html`<h1>${title}</h1>
<div class="tools"><form role="search" action="${base}" method="get">${searchField(`Search ${many}`, search)}</form></div>
${
  total === 0
    ? html`<div class="empty"><p>${search ? 'No results.' : `There are no ${many} yet.`}</p>${
        search && html`<p><a href="${base}">Show all</a></p>`
      }</div>`
    : html`<p class="count">${count}, newest first</p><ul class="index">${nodes.map(
        ({ name: text, url, city }) =>
          html`<li><a href="${url}">${text}</a>${city ? `, ${city}` : null}</li>\n`,
      )}</ul>`
}${pager(adjacent, 'Pages')}`,
  };
}
