import { createHash } from 'node:crypto';
import { BadValue } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';

/** The end of a page: the value that its last record was sorted by, and the id of that record. */
export interface CursorPosition {
  value: string;
  id: number;
}

/** The cursor before the first record. */
const FIRST = '*';
const MARK_LENGTH = 16;

/**
 * The cursor after a record. It contains a hash of itself and the list, so that a truncated cursor, or one of
 * another list, is refused (decisions/0043, rules#cursors).
 * @param list a text that no other list has
 */
export function cursorAfter(list: string, { value, id }: CursorPosition): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([list, value, id]))
    .digest('base64url');
  return Buffer.from(JSON.stringify([value, id, mark.slice(0, MARK_LENGTH)])).toString('base64url');
}

function decoded(cursor: string): CursorPosition | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(parsed)) return null;
  const [value, id]: unknown[] = parsed;
  return typeof value === 'string' && typeof id === 'number' && isId(id) ? { value, id } : null;
}

/**
 * The position in a cursor; null before the first record.
 * @param isSortValue whether records can be sorted by a value: anybody can compute the hash
 * @throws BadValue for a cursor that is not of this list
 */
export function positionOf(
  list: string,
  cursor: string,
  isSortValue: (value: string) => boolean,
): CursorPosition | null {
  if (cursor === FIRST) return null;
  const position = decoded(cursor);
  if (!position || !isSortValue(position.value) || cursorAfter(list, position) !== cursor)
    throw new BadValue(
      `is not a cursor of this list: begin with ${FIRST}, and ask for the next page with the same parameters`,
    );
  return position;
}
