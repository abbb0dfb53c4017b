import { BadValue } from './errors.ts';
import { isId } from './ids.ts';

/** A GraphQL type, and the id of an object of that type. */
export interface DecodedGlobalId {
  readonly type: string;
  readonly id: number;
}

/** The only type whose ids exceed `integer`. */
const TYPE_WITH_LARGE_IDS = 'WebhookDelivery';

/** In characters; longer texts are not decoded. */
const MAX_LENGTH = 100;
/** `Event:12.`; the final point prevents a truncated global ID from being the global ID of another record. */
const FORM = /^([A-Za-z]+):([1-9]\d*)\.$/;

/** Creates the global ID of an object, opaque to clients. */
export const encodeGlobalId = (type: string, id: number): string =>
  Buffer.from(`${type}:${id}.`).toString('base64url');

function tryDecode(globalId: string): DecodedGlobalId | undefined {
  const text = globalId.length > MAX_LENGTH ? '' : Buffer.from(globalId, 'base64url').toString();
  const [, type = '', digits] = FORM.exec(text) ?? [];
  const id = Number(digits);
  const isNumber = type === TYPE_WITH_LARGE_IDS ? Number.isSafeInteger(id) : isId(id);
  return isNumber && encodeGlobalId(type, id) === globalId ? { type, id } : undefined;
}

export const isGlobalId = (value: unknown): boolean =>
  typeof value === 'string' && tryDecode(value) !== undefined;

/**
 * Decodes a global ID. Accepts only the exact output of {@link encodeGlobalId}: each object has one global ID.
 * @throws BadValue for other texts
 */
export function decodeGlobalId(globalId: string): DecodedGlobalId {
  const decoded = tryDecode(globalId);
  if (!decoded) throw new BadValue('is not a global ID of this service');
  return decoded;
}
