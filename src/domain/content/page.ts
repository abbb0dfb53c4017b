import type { Context } from '../context/context.ts';

/** Which part of a list a request wants. */
export interface PageRequest {
  page: number;
  perPage: number;
  offset: number;
}

/**
 * The page of the arguments: `perPage` is the configured size where it is absent, and never above the maximum
 * (rules#lists).
 */
export function requestedPage(
  context: Context,
  args: { page?: number | null | undefined; perPage?: number | null | undefined },
): PageRequest {
  const page = args.page ?? 1;
  const perPage = Math.min(args.perPage ?? context.settings.perPage, context.settings.maxPerPage);
  // PostgreSQL takes no larger offset than a bigint; no list is that long.
  return { page, perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) };
}

export interface Page<R> {
  readonly rows: readonly R[];
  /** How many records the statement of the page returned; `rows` has fewer when some were deleted since. */
  readonly size: number;
  readonly request: PageRequest;
  /** Counts the records of the whole list. */
  count(): Promise<number>;
  /**
   * The cursor of the next page, null if there is none; undefined for pages by number.
   */
  readonly nextCursor?: string | null;
  /** Cached here by the first resolver that needs it. */
  total?: Promise<number>;
}

/** The total is counted only when a field needs it, and not at all where it follows from the page. */
function pageTotal(page: Page<unknown>): Promise<number> {
  const { size, request, nextCursor } = page;
  const isLast = nextCursor === undefined && size < request.perPage && (size > 0 || request.page === 1);
  page.total ??= isLast ? Promise.resolve(request.offset + size) : page.count();
  return page.total;
}

/** Number of pages that hold `total` records, `perPage` (1 or more) on each; 0 when there are none. */
export const totalPages = (total: number, perPage: number): number =>
  total > 0 && perPage > 0 ? Math.ceil(total / perPage) : 0;

const totalPagesOf = async (page: Page<unknown>): Promise<number> =>
  totalPages(await pageTotal(page), page.request.perPage);

/** Resolvers that the types of all lists share. */
export const pageFields = {
  total: pageTotal,
  totalPages: totalPagesOf,
  hasNextPage: async (page: Page<unknown>) =>
    page.nextCursor === undefined ? page.request.page < (await totalPagesOf(page)) : page.nextCursor !== null,
};
