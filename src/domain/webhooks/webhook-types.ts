import { BadValue } from '../../lib/errors.ts';
import type { WebhookType } from '../generated/schema.ts';

const OF_TERMS = ['created', 'updated', 'deleted'] as const;
const OF_RECORDS = [...OF_TERMS, 'trashed', 'restored'] as const;
const OF_EVENTS = [...OF_RECORDS, 'canceled'] as const;

const wordsOf = <Kind extends string, Action extends string>(kind: Kind, actions: readonly Action[]) => [
  `${kind}_all` as const,
  ...actions.map((action) => `${kind}_${action}` as const),
];

/** What webhooks can be told about, as GraphQL says it. */
const WORDS = [
  'all' as const,
  ...wordsOf('event', OF_EVENTS),
  ...wordsOf('venue', OF_RECORDS),
  ...wordsOf('organizer', OF_RECORDS),
  ...wordsOf('category', OF_TERMS),
  ...wordsOf('tag', OF_TERMS),
] satisfies readonly WebhookType[];

/** The compiler refuses it for words that are missing above. */
type Word = (typeof WORDS)[number];

/** The stored form of a word: `event_created` is `event.created`, `event_all` is `event.*`, and `all` is `*`. */
const storedForm = (word: Word): string =>
  word === 'all' ? '*' : word.replace('_', '.').replace('.all', '.*');

const BY_STORED: ReadonlyMap<string, WebhookType> = new Map(WORDS.map((word) => [storedForm(word), word]));

/** The types of messages, as in `event.created`. */
export const MESSAGE_TYPES: readonly string[] = [...BY_STORED.keys()].filter((type) => !type.endsWith('*'));

const THERE_ARE = `there are *, event.* (or ${OF_EVENTS.join(', ')} in place of *), venue.* and organizer.* (without canceled), category.* and tag.* (${OF_TERMS.join(', ')})`;

/**
 * Checks stored forms: `event.*`, `venue.created`, or `*` for everything.
 * @returns each once
 * @throws BadValue
 */
export function checkTypes(types: readonly string[]): string[] {
  if (types.length === 0) throw new BadValue(`names none; ${THERE_ARE}`);
  const wrong = types.find((type) => !BY_STORED.has(type));
  if (wrong !== undefined) throw new BadValue(`has "${wrong.slice(0, 40)}"; ${THERE_ARE}`);
  return [...new Set(types)];
}

/** The stored forms of words, each once. @throws BadValue if there is none */
export function storedTypes(words: readonly Word[]): string[] {
  if (words.length === 0) throw new BadValue('must not be empty');
  return [...new Set(words.map(storedForm))];
}

/** The word for a stored form. @throws Error if there is none */
export function typeWord(stored: string): WebhookType {
  const word = BY_STORED.get(stored);
  if (word === undefined) throw new Error(`${stored} is no type of a webhook`);
  return word;
}

/** Whether a message is of one of the types of a webhook. */
export const isOfTypes = (type: string, types: readonly string[]): boolean =>
  types.includes('*') || types.includes(type) || types.includes(type.replace(/\.\w+$/, '.*'));
