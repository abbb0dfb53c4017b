import type { Context } from '../../../domain/context/context.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { EVENTS_PAGE, INDEX_PAGES } from '../../../lib/page-addresses.ts';
import { DOCUMENTS, SITEMAP_LISTS, type SitemapList } from './page-documents.ts';
import type { RunDocument } from './run-document.ts';

export interface SitemapRequest {
  /** Address of the site, without a slash at the end. */
  readonly site: string;
  readonly runDocument: RunDocument;
  readonly context: Context;
  readonly params: Readonly<Record<string, string | string[]>>;
}

/** Approximate addresses per file, if list pages can be that long; the protocol allows 50,000. */
const ADDRESSES_PER_FILE = 1_000;
/** The files in the index. */
export const SITEMAP_PAGES = new RegExp(
  `^/sitemap-(?<list>pages|${SITEMAP_LISTS.join('|')})-(?<number>[1-9]\\d{0,5})\\.xml$`,
);

const pageCount = (perPage: number): number => Math.max(1, Math.floor(ADDRESSES_PER_FILE / perPage));

/** The number of records per file. @param perPage records per page of a list */
export const recordsOfFile = (perPage: number): number => pageCount(perPage) * perPage;

/** The list pages in a file. @param number of the file, from 1 @param perPage records per page of a list */
export const pagesOfFile = (number: number, perPage: number): number[] => {
  const count = pageCount(perPage);
  return Array.from({ length: count }, (_, at) => (number - 1) * count + at + 1);
};

interface Entry {
  readonly url: string;
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly modifiedUtc?: string;
}

const entryText = (element: 'url' | 'sitemap', { url, modifiedUtc }: Entry): string => {
  const modified = modifiedUtc === undefined ? '' : `<lastmod>${modifiedUtc.replace(' ', 'T')}Z</lastmod>`;
  return `<${element}><loc>${escapeHtml(url)}</loc>${modified}</${element}>\n`;
};

function document(root: 'urlset' | 'sitemapindex', entries: readonly Entry[]): string {
  const element = root === 'urlset' ? 'url' : 'sitemap';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.map((entry) => entryText(element, entry)).join('')}</${root}>
`;
}

/** `/sitemap.xml`: the files with the addresses of all public records. */
export async function sitemapIndex({ site, runDocument, context }: SitemapRequest): Promise<string> {
  const sizes = await runDocument(DOCUMENTS.sizes, {});
  const records = recordsOfFile(context.settings.maxPerPage);
  const files = SITEMAP_LISTS.flatMap((list) =>
    Array.from({ length: Math.ceil(sizes[list].totalCount / records) }, (_, at) => `${list}-${at + 1}`),
  );
  return document(
    'sitemapindex',
    ['pages-1', ...files].map((file) => ({ url: `${site}/sitemap-${file}.xml` })),
  );
}

const isSitemapList = (list: unknown): list is SitemapList => SITEMAP_LISTS.some((one) => one === list);

/** A file of the sitemap. @throws ServiceError rest_no_route beyond the last one */
export async function sitemapPage(visit: SitemapRequest): Promise<string> {
  const { site, runDocument, context, params } = visit;
  const { list, number } = params;
  const at = Number(number);
  if (list === 'pages' && at === 1) {
    const pages = ['', EVENTS_PAGE, ...Object.values(INDEX_PAGES)];
    return document(
      'urlset',
      pages.map((page) => ({ url: `${site}${page}/` })),
    );
  }
  const perPage = context.settings.maxPerPage;
  const entries: Entry[] = [];
  if (isSitemapList(list)) {
    for (const page of pagesOfFile(at, perPage)) {
      const { map } = await runDocument(DOCUMENTS.map[list], { page, perPage });
      entries.push(...map.nodes);
      if (map.nodes.length === 0) break;
    }
  }
  if (entries.length === 0) throw new ServiceError('rest_no_route');
  return document('urlset', entries);
}

/**
 * Allows robots everything but endless views, in which each page links to the next. The sitemap has all events.
 * @param site address of the site, without a slash at the end
 */
export const robots = (site: string): string => `User-agent: *
Disallow: /*?*month=
Disallow: /*?*view=
Disallow: /graphql

Sitemap: ${site}/sitemap.xml
`;
