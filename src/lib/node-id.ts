import { BadValue } from './errors.ts';
import { isId } from './ids.ts';

/** What a global ID names: a type of the graph, and the number that its record has there. */
export interface NodeName {
  readonly type: string;
  readonly id: number;
}

/** The type whose numbers become larger than ids. */
const LARGE = 'WebhookDelivery';

/** Longer texts are not even decoded; in characters. */
const MAX_LENGTH = 100;
/** `Event:12.`; without the point, one that was cut off could be the global ID of another record. */
const FORM = /^([A-Za-z]+):([1-9]\d*)\.$/;

/** The global ID of a record. Clients take it as it is. */
export const nodeIdOf = (type: string, id: number): string =>
  Buffer.from(`${type}:${id}.`).toString('base64url');

function named(globalId: string): NodeName | undefined {
  const text = globalId.length > MAX_LENGTH ? '' : Buffer.from(globalId, 'base64url').toString();
  const [, type = '', digits] = FORM.exec(text) ?? [];
  const id = Number(digits);
  const isNumber = type === LARGE ? Number.isSafeInteger(id) : isId(id);
  return isNumber && nodeIdOf(type, id) === globalId ? { type, id } : undefined;
}

export const isNodeId = (value: unknown): boolean => typeof value === 'string' && named(value) !== undefined;

/**
 * Reads what {@link nodeIdOf} has written, and nothing else: each record has one global ID.
 * @throws BadValue
 */
export function readNodeId(globalId: string): NodeName {
  const name = named(globalId);
  if (!name) throw new BadValue('is not a global ID of this service');
  return name;
}
