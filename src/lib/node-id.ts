import { BadValue } from './errors.ts';
import { isId } from './ids.ts';

/** What a nodeId names: a type of the graph, and the id that its record has there. */
export interface NodeName {
  readonly type: string;
  readonly id: number;
}

/** Longer texts are not even decoded; in characters. */
const MAX_LENGTH = 100;
/** `Event:12.`; without the point, one that was cut off could be the nodeId of another record. */
const FORM = /^([A-Za-z]+):([1-9]\d*)\.$/;

/** The id of a record in the whole graph. Clients take it as it is. */
export const nodeIdOf = (type: string, id: number): string =>
  Buffer.from(`${type}:${id}.`).toString('base64url');

/**
 * Reads what {@link nodeIdOf} has written, and nothing else: each record has one nodeId.
 * @throws BadValue
 */
export function readNodeId(nodeId: string): NodeName {
  const text = nodeId.length > MAX_LENGTH ? '' : Buffer.from(nodeId, 'base64url').toString();
  const [, type = '', digits] = FORM.exec(text) ?? [];
  const id = Number(digits);
  if (isId(id) && nodeIdOf(type, id) === nodeId) return { type, id };
  throw new BadValue('is not the nodeId of anything here');
}
