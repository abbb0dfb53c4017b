import { totalPages } from '../../lib/page.ts';
import type { Context } from '../context/context.ts';

/** Which part of a list is asked for. */
export interface PageOf {
  page: number;
  perPage: number;
  offset: number;
}

/**
 * The page the arguments ask for: `perPage` is the configured size unless given, and never above the maximum
 * (rules#lists).
 */
export function requestedPage(
  context: Context,
  args: { page?: number | null | undefined; perPage?: number | null | undefined },
): PageOf {
  const page = args.page ?? 1;
  const perPage = Math.min(args.perPage ?? context.settings.perPage, context.settings.maxPerPage);
  // PostgreSQL takes no larger offset than a bigint; no list is that long.
  return { page, perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) };
}

/** One page of a list. */
export interface Page<R> {
  readonly rows: readonly R[];
  /** How many were found for this page; fewer are shown when some have just been deleted. */
  readonly found: number;
  readonly of: PageOf;
  /** Counts the records of the whole list. */
  count(): Promise<number>;
  /**
   * The cursor of the next page, null if there is none; undefined for pages that were asked for by number.
   */
  readonly nextCursor?: string | null;
  /** Kept here once it has been asked for. */
  total?: Promise<number>;
}

/** The total is counted only when it is asked for, and not at all where the rows of the page tell it. */
function pageTotal(page: Page<unknown>): Promise<number> {
  const { found, of, nextCursor } = page;
  const isLast = nextCursor === undefined && found < of.perPage && (found > 0 || of.page === 1);
  page.total ??= isLast ? Promise.resolve(of.offset + found) : page.count();
  return page.total;
}

const totalPagesOf = async (page: Page<unknown>): Promise<number> =>
  totalPages(await pageTotal(page), page.of.perPage);

/** Resolvers that the types of all lists share. */
export const pageFields = {
  total: pageTotal,
  totalPages: totalPagesOf,
  hasNextPage: async (page: Page<unknown>) =>
    page.nextCursor === undefined ? page.of.page < (await totalPagesOf(page)) : page.nextCursor !== null,
};
