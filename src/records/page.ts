import type { Context } from '../context.ts';
import { totalPages } from '../kernel/page.ts';

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
export function pageOf(
  context: Context,
  args: { page?: number | null | undefined; perPage?: number | null | undefined },
): PageOf {
  const page = args.page ?? 1;
  const perPage = Math.min(args.perPage ?? context.settings.perPage, context.settings.maxPerPage);
  // PostgreSQL takes no larger offset than a bigint; no list is that long.
  return { page, perPage, offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER) };
}

/** One page of a list. The total is counted when somebody asks, and not at all where the rows tell it. */
export class Page<R> {
  readonly rows: readonly R[];
  /** Leads to the next page, where this one was asked for by a cursor and there is another. */
  readonly nextCursor: string | null;
  readonly #of: PageOf;
  readonly #count: () => Promise<number>;
  readonly #byCursor: boolean;
  #total: Promise<number> | undefined;

  /** @param nextCursor undefined for pages that were asked for by their number */
  constructor(
    rows: readonly R[],
    of: PageOf,
    count: () => Promise<number>,
    nextCursor?: string | null | undefined,
  ) {
    this.rows = rows;
    this.nextCursor = nextCursor ?? null;
    this.#of = of;
    this.#count = count;
    this.#byCursor = nextCursor !== undefined;
  }

  total(): Promise<number> {
    const { page, perPage, offset } = this.#of;
    const isLast = !this.#byCursor && this.rows.length < perPage && (this.rows.length > 0 || page === 1);
    this.#total ??= isLast ? Promise.resolve(offset + this.rows.length) : this.#count();
    return this.#total;
  }

  async totalPages(): Promise<number> {
    return totalPages(await this.total(), this.#of.perPage);
  }

  async hasNextPage(): Promise<boolean> {
    if (this.#byCursor) return this.nextCursor !== null;
    return this.#of.page < (await this.totalPages());
  }
}

/** Resolvers that the types of all lists share. */
export const pageFields = {
  total: (page: Page<unknown>) => page.total(),
  totalPages: (page: Page<unknown>) => page.totalPages(),
  hasNextPage: (page: Page<unknown>) => page.hasNextPage(),
};
