import { APIS, type Api, type As, type Kind } from './words.ts';
import type { World } from './world.ts';

/**
 * What is asked for, as in REST, and what is answered: names in their order separated by blanks, or a status
 * and the parameters it names.
 */
export type Row = readonly [query: string, expected: string | number, params?: string];

interface Table {
  kind: Kind;
  /** The world is there once the tests run. */
  world: () => World;
  /** `{jazz}` in a query stands for the id that belongs to this name. */
  ids?: () => Readonly<Record<string, number>>;
  as?: As;
  apis?: readonly Api[];
}

/** Puts ids in the place of their names. */
export const withIds = (query: string, ids: Readonly<Record<string, number>>): string =>
  query.replace(/\{([^}]+)\}/g, (_match, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`nothing is called "${name}"`);
    return String(id);
  });

/**
 * Asks every row of both APIs. Blanks in names are written `_`, so that a row reads like a sentence.
 */
export function table(
  title: string,
  { kind, world, ids = () => ({}), as = 'anonymous', apis = APIS }: Table,
  rows: readonly Row[],
): void {
  describe.each(apis)(`%s: ${title}`, (api) => {
    test.each(rows.map(([query, expected, params = '']) => ({ query, expected, params })))(
      '$query -> $expected $params',
      async (row) => {
        const { status, names, total, params } = await world().list(api, kind, withIds(row.query, ids()), as);
        // A page past the last one is an error in REST; in GraphQL it would take the whole answer with it, so
        // it is empty.
        const expected = row.expected === 404 && api === 'GraphQL' ? '' : row.expected;
        if (typeof expected === 'number') expect([status, params.join(' ')]).toEqual([expected, row.params]);
        else {
          expect([status, names.map((name) => name.replaceAll(' ', '_')).join(' ')]).toEqual([200, expected]);
          if (!/(^|&)(page|per_page)=/.test(row.query)) expect(total).toBe(names.length);
        }
      },
    );
  });
}

/** All rows of a list, each with the beginning of its query. */
export const each = (
  values: readonly string[],
  query: (value: string) => string,
  expected: string | number,
  params?: string,
): Row[] =>
  values.map(
    (value): Row => (params === undefined ? [query(value), expected] : [query(value), expected, params]),
  );
