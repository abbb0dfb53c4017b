import type { Context } from '../../../domain/context/context.ts';
import { isErrorCode, ServiceError } from '../../../lib/errors.ts';
import type { Binding, Json } from '../../contract/types.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { pageHeaders } from './headers.ts';

/**
 * Parameters that say which page, and not which records; and `_method`, which is not part of the request for
 * records.
 */
const PAGING = ['page', 'per_page', '_method'];

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Addresses of a page and its neighbours. They repeat the whole request in the form in which it was sent. */
function pageLinks(address: string, query: string, page: number, perPage: number, pages: number) {
  const asked = new URLSearchParams(query);
  for (const name of PAGING) asked.delete(name);
  const rest = asked.size > 0 ? `&${asked.toString()}` : '';
  const first = `${address}?per_page=${perPage}${rest}`;
  return {
    own: `${address}?page=${page}&per_page=${perPage}${rest}`,
    next: page < pages ? `${first}&page=${page + 1}` : null,
    previous: page > 2 ? `${first}&page=${page - 1}` : page === 2 ? first : null,
  };
}

/** The same for a page by cursor, which has a next page but no previous one (rules#cursors). */
function cursorLinks(address: string, query: string, perPage: number, next: string | null) {
  const asked = new URLSearchParams(query);
  for (const name of PAGING) asked.delete(name);
  const page = (cursor: string): string => {
    asked.set('cursor', cursor);
    return `${address}?per_page=${perPage}&${asked.toString()}`;
  };
  return { own: page(asked.get('cursor') ?? ''), next: next === null ? null : page(next), previous: null };
}

/**
 * @param items undefined when the caller does not ask for them
 * @throws ServiceError 404 for a page past the last one; the first page of an empty list is no error
 */
function assertPage(
  { endsAtLastPage, operation }: Binding,
  page: number,
  totalPages: number,
  items: Json | undefined,
): void {
  const isPast = Array.isArray(items) ? items.length === 0 : page > totalPages;
  if (!endsAtLastPage || page === 1 || !isPast) return;
  const code = `${operation.record.toLowerCase()}-archive-page-not-found`;
  if (!isErrorCode(code))
    throw new Error(`${operation.coordinate} has no error for a page past the last one`);
  throw new ServiceError(code);
}

/**
 * Makes the body of a list, and sets its headers. The keys are in the order of The Events Calendar: records
 * and totals in the order in which the schema has them.
 * @throws ServiceError 404 past the last page
 */
export function pageBody(
  { settings }: Context,
  data: Record<string, Json>,
  itemsKey: string,
  binding: Binding,
  variables: Readonly<Record<string, unknown>>,
  { res, urls, query }: RestRequest,
): Json {
  const page = numberOrNull(variables.page) ?? 1;
  const perPage = Math.min(numberOrNull(variables.perPage) ?? settings.perPage, settings.maxPerPage);
  const total = numberOrNull(data.total) ?? 0;
  const totalPages = numberOrNull(data.total_pages) ?? 0;
  assertPage(binding, page, totalPages, data[itemsKey]);
  const address = `${urls.rest}${binding.path}/`;
  const cursor = typeof data.next_cursor === 'string' ? data.next_cursor : null;
  const { own, next, previous } =
    typeof variables.cursor === 'string'
      ? cursorLinks(address, query.text, perPage, cursor)
      : pageLinks(address, query.text, page, perPage, totalPages);
  pageHeaders(res, { total, totalPages, next, previous });
  const items = { [itemsKey]: data[itemsKey] ?? [] };
  const totals = { total, total_pages: totalPages };
  const neighbours = {
    ...(next && { next_rest_url: next }),
    ...(previous && { previous_rest_url: previous }),
    ...(cursor && { next_cursor: cursor }),
  };
  return binding.operation.page?.keys[0]?.key === itemsKey
    ? { ...items, rest_url: own, ...neighbours, ...totals }
    : { rest_url: own, ...totals, ...items, ...neighbours };
}
