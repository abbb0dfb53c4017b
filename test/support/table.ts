import { APIS, type Api, type As, type Kind } from './words.ts';
import type { World } from './world.ts';

/**
 * A query in REST's form, and its result: names in order separated by spaces, or a status and the parameters it names.
 */
export type Row = readonly [query: string, expected: string | number, params?: string];

interface Table {
  kind: Kind;
  /** The world; it exists once the tests run. */
  world: () => World;
  /** `{jazz}` in a query stands for the id with this name. */
  ids?: () => Readonly<Record<string, number>>;
  as?: As;
  apis?: readonly Api[];
}

/** Replaces names by their ids. */
export const withIds = (query: string, ids: Readonly<Record<string, number>>): string =>
  query.replace(/\{([^}]+)\}/g, (_match, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`nothing is called "${name}"`);
    return String(id);
  });

/** Sends every row to both APIs. Spaces in names are written `_`, so that a row reads like a sentence. */
export function table(
  title: string,
  { kind, world, ids = () => ({}), as = 'anonymous', apis = APIS }: Table,
  rows: readonly Row[],
): void {
  describe.each(apis)(`%s: ${title}`, (api) => {
    // Only REST has page numbers.
    const asked = rows.filter(([query]) => api === 'REST' || !/(^|&)page=/.test(query));
    test.each(asked.map(([query, expected, params = '']) => ({ query, expected, params })))(
      '$query -> $expected $params',
      async (row) => {
        const { status, names, total, params } = await world().list(api, kind, withIds(row.query, ids()), as);
        if (typeof row.expected === 'number')
          expect([status, params.join(' ')]).toEqual([row.expected, row.params]);
        else {
          const shown = names.map((name) => name.replaceAll(' ', '_')).join(' ');
          expect([status, shown]).toEqual([200, row.expected]);
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
