import { hash } from 'node:crypto';

/** Where a record stands in a list. */
export interface Position {
  readonly id: number;
  /** The value that it was sorted by, as text; its record may be older or newer. */
  readonly key: string;
}

const MARK_LENGTH = 16;

/**
 * The cursor of a record. It contains a hash of itself and the list, so that a truncated cursor, or one of
 * another list, is refused (decisions/0043, rules#cursors).
 * @param list a text that no other list has
 */
export function cursorOf(list: string, { key, id }: Position): string {
  const mark = hash('sha256', JSON.stringify([list, key, id]), 'base64url');
  return Buffer.from(JSON.stringify([key, id, mark.slice(0, MARK_LENGTH)])).toString('base64url');
}

function decoded(cursor: string): Position | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
  if (!Array.isArray(parsed)) return null;
  const [key, id]: unknown[] = parsed;
  return typeof key === 'string' && typeof id === 'number' && Number.isSafeInteger(id) && id > 0
    ? { key, id }
    : null;
}

/**
 * The position in a cursor; null for what is no cursor of this list.
 * @param isPosition whether a record of the list can stand there: anybody can compute the hash
 */
export function positionIn(
  list: string,
  cursor: string,
  isPosition: (position: Position) => boolean,
): Position | null {
  const position = decoded(cursor);
  return position && isPosition(position) && cursorOf(list, position) === cursor ? position : null;
}
