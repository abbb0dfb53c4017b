import { constants } from 'node:http2';
import { isObject, property } from '../../lib/object.ts';
import { SourceError } from '../import/report.ts';
import { apiUrl } from './api-url.ts';
import type { Fetcher } from './fetcher.ts';
import { numberIn, type Row } from './values.ts';

/** The maximum of The Events Calendar. */
const PER_PAGE = 50;

export type ListName = 'categories' | 'tags' | 'venues' | 'organizers' | 'events';

interface ListPage {
  /** From 1. */
  readonly page: number;
  readonly total: number | undefined;
  readonly rows: readonly { readonly at: string; readonly row: Row }[];
}

/**
 * Reads the pages of a list. Counts pages instead of following links, which could lead to another host.
 * @throws SourceError if the site does not respond with a list
 */
export async function* pagesOf(
  fetcher: Fetcher,
  root: URL,
  list: ListName,
  { from = 1, params = {} }: { from?: number; params?: Readonly<Record<string, string>> } = {},
): AsyncGenerator<ListPage> {
  for (let page = from; ; page++) {
    const url = apiUrl(root, list, { ...params, page: String(page), per_page: String(PER_PAGE) });
    const body = await listResponse(fetcher, url, page);
    if (body === undefined) return;
    const rows: unknown = property(body, list);
    if (!Array.isArray(rows)) throw new SourceError(`responds without ${list} at ${url.href}`);
    const last = numberIn(property(body, 'total_pages'));
    const next = property(body, 'next_rest_url');
    yield {
      page,
      total: numberIn(property(body, 'total')),
      rows: rows.map((row, at) => ({
        at: `${list} page ${page}, ${at + 1}`,
        row: isObject(row) ? row : {},
      })),
    };
    if (rows.length === 0 || (last === undefined ? typeof next !== 'string' : page >= last)) return;
  }
}

/** The body of a response; undefined for a page past the end, after concurrent deletions. */
async function listResponse(fetcher: Fetcher, url: URL, page: number): Promise<unknown> {
  try {
    return await fetcher.json(url);
  } catch (error) {
    if (error instanceof SourceError && error.status === constants.HTTP_STATUS_NOT_FOUND && page > 1)
      return undefined;
    throw error;
  }
}
