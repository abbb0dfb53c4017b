import type { Response } from 'express';

/**
 * Maximum length of a link in a header; a longer one is only in the body. Links of adjacent pages repeat the whole
 * request, and many clients and proxies accept only 8 or 16 KB of headers.
 */
const MAX_LINK_LENGTH = 2_000;

/** Sets the totals of a list for WordPress and The Events Calendar, and links to adjacent pages (RFC 8288). */
export function pageHeaders(
  res: Response,
  page: { total: number; totalPages: number; next: string | null; previous: string | null },
): void {
  for (const family of ['TEC', 'WP']) {
    res.setHeader(`X-${family}-Total`, page.total);
    res.setHeader(`X-${family}-TotalPages`, page.totalPages);
  }
  const adjacent: string[] = [];
  if (page.previous !== null) adjacent.push(`<${page.previous}>; rel="prev"`);
  if (page.next !== null) adjacent.push(`<${page.next}>; rel="next"`);
  addLinks(res, adjacent);
}

export function addLinks(res: Response, links: readonly string[]): void {
  let all = String(res.getHeader('Link') ?? '');
  for (const link of links) if (link.length <= MAX_LINK_LENGTH) all += all === '' ? link : `, ${link}`;
  res.setHeader('Link', all);
}
