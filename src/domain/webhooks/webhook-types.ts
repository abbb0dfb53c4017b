import { BadValue } from '../../lib/errors.ts';

const OF_TERMS = ['created', 'updated', 'deleted'];
const OF_RECORDS = [...OF_TERMS, 'trashed', 'restored'];
/** What may become of a record, by its kind. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  event: [...OF_RECORDS, 'canceled'],
  venue: OF_RECORDS,
  organizer: OF_RECORDS,
  category: OF_TERMS,
  tag: OF_TERMS,
};

/** The types of messages, as in `event.created`. */
export const MESSAGE_TYPES: readonly string[] = Object.entries(ACTIONS).flatMap(([kind, actions]) =>
  actions.map((action) => `${kind}.${action}`),
);
const TYPES: ReadonlySet<string> = new Set([
  '*',
  ...Object.keys(ACTIONS).map((kind) => `${kind}.*`),
  ...MESSAGE_TYPES,
]);
const THERE_ARE = `there are *, event.* (or ${ACTIONS.event?.join(', ')} in place of *), venue.* and organizer.* (without canceled), category.* and tag.* (${OF_TERMS.join(', ')})`;

/**
 * Checks what a webhook is told of: `event.*`, `venue.created`, or `*` for everything.
 * @returns each once
 * @throws BadValue
 */
export function checkTypes(types: readonly string[]): string[] {
  if (types.length === 0) throw new BadValue(`names none; ${THERE_ARE}`);
  const wrong = types.find((type) => !TYPES.has(type));
  if (wrong !== undefined) throw new BadValue(`has "${wrong.slice(0, 40)}"; ${THERE_ARE}`);
  return [...new Set(types)];
}

/** Whether a message is of one of the types of a webhook. */
export const isOfTypes = (type: string, types: readonly string[]): boolean =>
  types.includes('*') || types.includes(type) || types.includes(type.replace(/\.\w+$/, '.*'));
