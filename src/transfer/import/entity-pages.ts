import { UNMANAGED } from '../../platform/postgres/orm.ts';

/** Entities per page. */
const PAGE = 200;

/** Options of a page of {@link entityPages}. */
export const NEXT_PAGE = { ...UNMANAGED, orderBy: { id: 'asc' }, limit: PAGE } as const;
/** The condition of the page that follows an id. */
export const beyond = (after: number) => ({ id: { $gt: after } });

/**
 * All entities in the order of their ids, a page at a time, so that memory stays constant.
 * @param find reads by {@link NEXT_PAGE} those {@link beyond} an id
 */
export async function* entityPages<Row extends { id: number }>(
  find: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after = 0;
  for (;;) {
    const rows = await find(after);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}
