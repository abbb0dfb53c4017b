import type { Response } from 'express';

/**
 * The addresses of neighbouring pages repeat the whole request. Longer ones are only in the body: many
 * clients and proxies accept 8 or 16 KB of headers.
 */
const MOST_LINK = 2_000;

/**
 * Sets the size of a list, under the names of WordPress and of The Events Calendar, and its neighbouring
 * pages (RFC 8288).
 */
export function pageHeaders(
  res: Response,
  page: { total: number; totalPages: number; next: string | null; previous: string | null },
): void {
  for (const family of ['TEC', 'WP']) {
    res.setHeader(`X-${family}-Total`, page.total);
    res.setHeader(`X-${family}-TotalPages`, page.totalPages);
  }
  const neighbours: string[] = [];
  if (page.previous !== null) neighbours.push(`<${page.previous}>; rel="prev"`);
  if (page.next !== null) neighbours.push(`<${page.next}>; rel="next"`);
  addLinks(res, neighbours);
}

export function addLinks(res: Response, links: readonly string[]): void {
  let all = String(res.getHeader('Link') ?? '');
  for (const link of links) if (link.length <= MOST_LINK) all += all === '' ? link : `, ${link}`;
  res.setHeader('Link', all);
}
