import { hash } from 'node:crypto';

/** The position of a record in a list. */
export interface Position {
  readonly id: number;
  /** The sort value as text, as the list query read it; the loaded record may be older or newer. */
  readonly key: string;
}

const CHECKSUM_LENGTH = 16;

/**
 * The cursor of a record. It contains a hash of itself and the list, so that truncated cursors and those of
 * other lists are refused (decisions/0043, rules#cursors).
 * @param list a text that is unique to the list
 */
export function cursorOf(list: string, { key, id }: Position): string {
  const checksum = hash('sha256', JSON.stringify([list, key, id]), 'base64url');
  return Buffer.from(JSON.stringify([key, id, checksum.slice(0, CHECKSUM_LENGTH)])).toString('base64url');
}

function decode(cursor: string): Position | null {
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
 * The position in a cursor; null if the cursor does not belong to this list.
 * @param isPosition whether the position is valid for the list: clients can forge the hash
 */
export function positionIn(
  list: string,
  cursor: string,
  isPosition: (position: Position) => boolean,
): Position | null {
  const position = decode(cursor);
  return position && isPosition(position) && cursorOf(list, position) === cursor ? position : null;
}
