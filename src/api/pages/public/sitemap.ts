import type { Context } from '../../../domain/context/context.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { EVENTS_PAGE, INDEX_PAGES } from '../../../lib/page-addresses.ts';
import { DOCUMENTS, MAPPED, type Mapped } from './page-documents.ts';
import type { RunDocument } from './run-document.ts';

/** What a sitemap is made from. */
export interface MapVisit {
  /** Address of the site, without a slash at the end. */
  readonly site: string;
  readonly runDocument: RunDocument;
  readonly context: Context;
  readonly params: Readonly<Record<string, string | string[]>>;
}

/** How many addresses a file has, if pages of lists can be that long; the protocol allows 50,000. */
const ABOUT = 1_000;
/** The files to which the index leads. */
export const SITEMAP_PAGES = new RegExp(
  `^/sitemap-(?<list>pages|${MAPPED.join('|')})-(?<number>[1-9]\\d{0,5})\\.xml$`,
);

const pageCount = (perPage: number): number => Math.max(1, Math.floor(ABOUT / perPage));

/** How many records a file has. @param perPage how many a page of a list has */
export const recordsOfFile = (perPage: number): number => pageCount(perPage) * perPage;

/** The pages of a list that make a file. @param number of the file, from 1 @param perPage see above */
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
export async function sitemapIndex({ site, runDocument, context }: MapVisit): Promise<string> {
  const sizes = await runDocument(DOCUMENTS.sizes, {});
  const records = recordsOfFile(context.settings.maxPerPage);
  const files = MAPPED.flatMap((list) =>
    Array.from({ length: Math.ceil(sizes[list].totalCount / records) }, (_, at) => `${list}-${at + 1}`),
  );
  return document(
    'sitemapindex',
    ['pages-1', ...files].map((file) => ({ url: `${site}/sitemap-${file}.xml` })),
  );
}

const isMapped = (list: unknown): list is Mapped => MAPPED.some((one) => one === list);

/** A file of the sitemap. @throws ServiceError rest_no_route beyond the last one */
export async function sitemapPage(visit: MapVisit): Promise<string> {
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
  if (isMapped(list)) {
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
 * What robots may read: all but views without end, of which each page leads to the next one. Events are all in
 * the sitemap.
 * @param site address of the site, without a slash at the end
 */
export const robots = (site: string): string => `User-agent: *
Disallow: /*?*month=
Disallow: /*?*view=
Disallow: /graphql

Sitemap: ${site}/sitemap.xml
`;
