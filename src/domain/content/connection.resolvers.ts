import type { PageInfo, PageInfoResolvers } from '../generated/schema.ts';
import type { CompleteResolvers } from '../resource/complete.ts';
import type { Resource } from '../resource/resource.ts';
import { cursorOf } from './cursor.ts';
import type { ListedPage, Page } from './page.ts';

/** The total of the list; counted only if it does not follow from the page. */
function pageTotal(page: ListedPage): Promise<number> {
  const { positions, hasMore, request } = page;
  const isUnbounded = !hasMore && !request.after && !request.before;
  const isLast = isUnbounded && (positions.length > 0 || request.offset === 0);
  page.total ??= isLast ? Promise.resolve(request.offset + positions.length) : page.count();
  return page.total;
}

export const totalPages = (total: number, perPage: number): number =>
  total > 0 && perPage > 0 ? Math.ceil(total / perPage) : 0;

const ONE_ROW = { after: null, before: null, isInclusive: true, limit: 1, offset: 0 } as const;

async function findNext(page: ListedPage): Promise<boolean> {
  const { hasMore, request } = page;
  if (hasMore && !request.isBackward) return true;
  return request.before !== null && page.hasAny({ ...ONE_ROW, after: request.before, isReversed: false });
}

async function findPrevious(page: ListedPage): Promise<boolean> {
  const { hasMore, request, positions } = page;
  if (request.offset > 0) return positions.length > 0 || (await pageTotal(page)) > 0;
  if (hasMore && request.isBackward) return true;
  return request.after !== null && page.hasAny({ ...ONE_ROW, before: request.after, isReversed: true });
}

function hasNextPage(page: ListedPage): Promise<boolean> {
  page.hasNext ??= findNext(page);
  return page.hasNext;
}

function hasPreviousPage(page: ListedPage): Promise<boolean> {
  page.hasPrevious ??= findPrevious(page);
  return page.hasPrevious;
}

const cursorAt = ({ list, positions }: ListedPage, at: number): string | null => {
  const position = positions.at(at);
  return position ? cursorOf(list(), position) : null;
};

interface Edge<R> {
  readonly node: R;
  readonly cursor: string;
}

async function edgesOf<R extends { readonly id: number }>({
  rows,
  positions,
  list,
}: Page<R>): Promise<Edge<R>[]> {
  const byId = new Map(positions.map((position) => [position.id, position]));
  const name = list();
  const edges: Edge<R>[] = [];
  for (const node of await rows()) {
    const position = byId.get(node.id);
    if (position) edges.push({ node, cursor: cursorOf(name, position) });
  }
  return edges;
}

const nodesOf = async <R>({ rows }: Page<R>): Promise<R[]> => [...(await rows())];

/** The cursor of the next page; null on the last page, and on numbered pages. */
export const nextCursorOf = (page: ListedPage): string | null =>
  page.request.page === null && !page.request.isBackward && page.hasMore ? cursorAt(page, -1) : null;

/** Resolvers of connections without a REST route. */
export const plainConnectionFields = {
  nodes: nodesOf,
  edges: edgesOf,
  pageInfo: (page: ListedPage) => page,
  totalCount: pageTotal,
};

/** Resolvers of connections that REST also has. */
export const connectionFields = {
  ...plainConnectionFields,
  totalPages: async (page: ListedPage) => totalPages(await pageTotal(page), page.request.perPage),
};

export const pageInfoFields = {
  hasNextPage,
  hasPreviousPage,
  startCursor: (page: ListedPage) => cursorAt(page, 0),
  endCursor: (page: ListedPage) => cursorAt(page, -1),
};

/** The field paths from a connection to its records. */
export const PATHS_TO_NODES = [['nodes'], ['edges', 'node']] as const;

/** `PageInfo`, which the connections of all kinds share. */
export const resource: Resource = {
  entities: [],
  resolvers: {
    PageInfo: pageInfoFields satisfies CompleteResolvers<PageInfo, ListedPage, PageInfoResolvers>,
  },
};
