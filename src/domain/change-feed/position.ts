import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/** A place in the change log: after one of its rows. */
export interface Position {
  /** Transaction id and number of the row; 0 at the start. */
  readonly xid: bigint;
  readonly id: bigint;
  /** The day on which the reader started, in days since 1970. */
  readonly startDay: number;
}

const XID_BYTES = 6;
const ID_BYTES = 5;
const DAY_BYTES = 2;
/** Zeros at the end: positions of another calendar decrypt to other bytes. */
const CHECK_BYTES = 3;

const keyOf = (calendar: string): Buffer => createHash('sha256').update(calendar).digest().subarray(0, 16);

/**
 * A position for clients: 22 characters, the same for equal positions. Encrypted, because transaction ids would show
 * how often drafts change.
 * @param calendar the id of this history of the calendar
 */
export function positionText({ xid, id, startDay }: Position, calendar: string): string {
  const hex = (value: bigint | number, bytes: number): string => value.toString(16).padStart(2 * bytes, '0');
  const block = Buffer.from(
    hex(xid, XID_BYTES) + hex(id, ID_BYTES) + hex(startDay, DAY_BYTES) + hex(0, CHECK_BYTES),
    'hex',
  );
  const cipher = createCipheriv('aes-128-ecb', keyOf(calendar), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url');
}

/** Reads a text of {@link positionText} for this calendar; null for every other text. */
export function positionOf(text: string, calendar: string): Position | null {
  const block = Buffer.from(text, 'base64url');
  if (block.length !== 16) return null;
  const decipher = createDecipheriv('aes-128-ecb', keyOf(calendar), null).setAutoPadding(false);
  const hex = Buffer.concat([decipher.update(block), decipher.final()]).toString('hex');
  const read = (begin: number, bytes: number): bigint =>
    BigInt(`0x${hex.slice(2 * begin, 2 * (begin + bytes))}`);
  if (read(XID_BYTES + ID_BYTES + DAY_BYTES, CHECK_BYTES) !== 0n) return null;
  return {
    xid: read(0, XID_BYTES),
    id: read(XID_BYTES, ID_BYTES),
    startDay: Number(read(XID_BYTES + ID_BYTES, DAY_BYTES)),
  };
}
