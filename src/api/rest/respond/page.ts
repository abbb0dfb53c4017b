import type { Context } from '../../../domain/context/context.ts';
import { type ErrorCode, isErrorCode, ServiceError } from '../../../lib/errors.ts';
import type { Binding, Json } from '../../contract/types.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { pageHeaders } from './headers.ts';

/** Parameters that select a page, not records; and `_method`, which does not belong in a link. */
const PAGING_PARAMS = ['page', 'per_page', '_method'];

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Addresses of a page and its adjacent pages, with all parameters as sent. */
function pageLinks(address: string, query: string, page: number, perPage: number, pages: number) {
  const others = new URLSearchParams(query);
  for (const name of PAGING_PARAMS) others.delete(name);
  const rest = others.size > 0 ? `&${others.toString()}` : '';
  const first = `${address}?per_page=${perPage}${rest}`;
  return {
    own: `${address}?page=${page}&per_page=${perPage}${rest}`,
    next: page < pages ? `${first}&page=${page + 1}` : null,
    previous: page > 2 ? `${first}&page=${page - 1}` : page === 2 ? first : null,
  };
}

/** The same for a page by cursor, which has no previous page (rules#cursors). */
function cursorLinks(address: string, query: string, perPage: number, next: string | null) {
  const others = new URLSearchParams(query);
  for (const name of PAGING_PARAMS) others.delete(name);
  const page = (cursor: string): string => {
    others.set('cursor', cursor);
    return `${address}?per_page=${perPage}&${others.toString()}`;
  };
  return { own: page(others.get('cursor') ?? ''), next: next === null ? null : page(next), previous: null };
}

/** The error code for a page past the last one; null if that page is an empty list. */
function pastEndCode({ failsPastLastPage, operation }: Binding): ErrorCode | null {
  if (!failsPastLastPage) return null;
  const code = `${operation.record.toLowerCase()}-archive-page-not-found`;
  if (isErrorCode(code)) return code;
  throw new Error(`${operation.coordinate}: pastTheEnd needs the error ${code} in lib/errors.ts`);
}

/** The path of a binding with the values of its variables. */
const pathOf = ({ path }: Binding, params: Readonly<Record<string, string | string[]>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

type PageBody = (
  context: Context,
  data: Record<string, Json>,
  variables: Readonly<Record<string, unknown>>,
  request: RestRequest,
) => Record<string, Json>;

/**
 * Creates the function that builds the body of a list and sets its headers. The keys have the order of The Events
 * Calendar: records and totals in schema order. The body lacks the records if `_fields` excludes them.
 * @returns a function that throws ServiceError 404 past the last page
 * @throws Error at start if that error has no code
 */
export function createPageBuilder(binding: Binding, itemsKey: string): PageBody {
  const notFound = pastEndCode(binding);
  const itemsFirst = binding.operation.page?.keys[0]?.key === itemsKey;
  return ({ settings }, data, variables, { req, res, urls, query }) => {
    const page = numberOrNull(variables.page) ?? 1;
    const perPage = Math.min(numberOrNull(variables.perPage) ?? settings.perPage, settings.maxPerPage);
    const total = numberOrNull(data.total) ?? 0;
    const totalPages = numberOrNull(data.total_pages) ?? 0;
    const records = data[itemsKey];
    const isPast = Array.isArray(records) ? records.length === 0 : page > totalPages;
    // The first page of an empty list is valid.
    if (notFound && page > 1 && isPast) throw new ServiceError(notFound);
    const address = `${urls.rest}${pathOf(binding, req.params)}/`;
    const cursor = typeof data.next_cursor === 'string' ? data.next_cursor : null;
    const { own, next, previous } =
      typeof variables.cursor === 'string'
        ? cursorLinks(address, query.text, perPage, cursor)
        : pageLinks(address, query.text, page, perPage, totalPages);
    pageHeaders(res, { total, totalPages, next, previous });
    const items = records === undefined ? {} : { [itemsKey]: records };
    const totals = { total, total_pages: totalPages };
    const adjacent = {
      ...(next && { next_rest_url: next }),
      ...(previous && { previous_rest_url: previous }),
      ...(cursor && { next_cursor: cursor }),
    };
    return itemsFirst
      ? { ...items, rest_url: own, ...adjacent, ...totals }
      : { rest_url: own, ...totals, ...items, ...adjacent };
  };
}
