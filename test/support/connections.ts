import { readFileSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import type { As } from './words.ts';
import type { World } from './world.ts';

/** A connection in the form that {@link CONNECTION} selects. */
interface Connection {
  totalCount: number;
  nodes: { databaseId: number }[];
  edges: { cursor: string; node: { databaseId: number } }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
}

/** A list with pages: `venue(by: { databaseId: 5 }) { events(orderBy: …) }`. */
export interface ConnectionList {
  /** The field. */
  readonly field: string;
  /** Its arguments without those of the page. */
  readonly args: string;
  /** The parent field, with arguments. */
  readonly inside?: string;
  readonly as?: As;
}

const CONNECTION =
  'totalCount nodes { databaseId } edges { cursor node { databaseId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** The values of a contract enum that GraphQL has. */
export const valuesOf = (name: string): string[] =>
  parse(readFileSync('schema.graphql', 'utf8')).definitions.flatMap((definition) =>
    definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === name
      ? (definition.values ?? [])
          .filter(({ directives }) => !directives?.some(({ name }) => name.value === 'restOnly'))
          .map((value) => value.name.value)
      : [],
  );

export const documentOf = ({ field, args, inside }: ConnectionList, page: string): string => {
  const both = [args, page].filter((text) => text !== '').join(', ');
  const list = `${field}${both && `(${both})`} { ${CONNECTION} }`;
  return inside ? `{ ${inside} { ${list} } }` : `{ ${list} }`;
};

/** One page. @throws Error if the query fails */
export async function pageOf(world: World, list: ConnectionList, page: string): Promise<Connection> {
  const data: Record<string, unknown> = await world.query(documentOf(list, page), list.as);
  const [first] = Object.values(data) as Record<string, unknown>[];
  return (list.inside ? first?.[list.field] : first) as Connection;
}

export const idsIn = ({ nodes }: Connection): number[] => nodes.map(({ databaseId }) => databaseId);

/** Reads all pages of a list in one direction. @param between runs after each page */
export async function readAll(
  world: World,
  list: ConnectionList,
  size: number,
  direction: 'forth' | 'back',
  between: (at: number) => Promise<unknown> = async () => {},
): Promise<Connection[]> {
  const [count, from] = direction === 'forth' ? ['first', 'after'] : ['last', 'before'];
  const pages: Connection[] = [];
  for (let cursor: string | null = null, isEnd = false; !isEnd; ) {
    const start: string = cursor === null ? '' : `, ${from}: ${JSON.stringify(cursor)}`;
    const page = await pageOf(world, list, `${count}: ${size}${start}`);
    pages.push(page);
    await between(pages.length);
    const { startCursor, endCursor, hasNextPage, hasPreviousPage } = page.pageInfo;
    cursor = direction === 'forth' ? endCursor : startCursor;
    isEnd = !(direction === 'forth' ? hasNextPage : hasPreviousPage);
    if (pages.length > 2000) throw new Error('the list has no end');
  }
  return pages;
}
