import { BadValue } from '../../lib/errors.ts';
import type { WebhookType } from '../generated/schema.ts';

const TERM_ACTIONS = ['created', 'updated', 'deleted'] as const;
const RECORD_ACTIONS = [...TERM_ACTIONS, 'trashed', 'restored'] as const;
const EVENT_ACTIONS = [...RECORD_ACTIONS, 'canceled'] as const;

const typesOfKind = <Kind extends string, Action extends string>(kind: Kind, actions: readonly Action[]) => [
  `${kind}_all` as const,
  ...actions.map((action) => `${kind}_${action}` as const),
];

const GRAPHQL_TYPES = [
  'all' as const,
  ...typesOfKind('event', EVENT_ACTIONS),
  ...typesOfKind('venue', RECORD_ACTIONS),
  ...typesOfKind('organizer', RECORD_ACTIONS),
  ...typesOfKind('category', TERM_ACTIONS),
  ...typesOfKind('tag', TERM_ACTIONS),
] satisfies readonly WebhookType[];

/** If the list above lacks a type of the schema, the callers of `storedTypes` do not compile. */
type GraphqlType = (typeof GRAPHQL_TYPES)[number];

/** The stored form: `event_created` is `event.created`, `event_all` is `event.*`, and `all` is `*`. */
const storedForm = (word: GraphqlType): string =>
  word === 'all' ? '*' : word.replace('_', '.').replace('.all', '.*');

const TYPES_BY_STORED_FORM: ReadonlyMap<string, WebhookType> = new Map(
  GRAPHQL_TYPES.map((word) => [storedForm(word), word]),
);

/** The types of messages, as in `event.created`. */
export const MESSAGE_TYPES: readonly string[] = [...TYPES_BY_STORED_FORM.keys()].filter(
  (type) => !type.endsWith('*'),
);

const ALLOWED_TYPES = `use *, event.* (or ${EVENT_ACTIONS.join(', ')} in place of *), venue.* and organizer.* (without canceled), category.* and tag.* (${TERM_ACTIONS.join(', ')})`;

/** Checks stored forms, such as `event.*`, and removes duplicates. @throws BadValue */
export function checkTypes(types: readonly string[]): string[] {
  if (types.length === 0) throw new BadValue(`names none; ${ALLOWED_TYPES}`);
  const wrong = types.find((type) => !TYPES_BY_STORED_FORM.has(type));
  if (wrong !== undefined) throw new BadValue(`has "${wrong.slice(0, 40)}"; ${ALLOWED_TYPES}`);
  return [...new Set(types)];
}

/** The stored forms, without duplicates. @throws BadValue if there are none */
export function storedTypes(words: readonly GraphqlType[]): string[] {
  if (words.length === 0) throw new BadValue('must not be empty');
  return [...new Set(words.map(storedForm))];
}

/** @throws Error for an unknown stored form */
export function graphqlType(stored: string): WebhookType {
  const word = TYPES_BY_STORED_FORM.get(stored);
  if (word === undefined) throw new Error(`${stored} is not a type of webhook messages`);
  return word;
}

export const matchesTypes = (type: string, types: readonly string[]): boolean =>
  types.includes('*') || types.includes(type) || types.includes(type.replace(/\.\w+$/, '.*'));
