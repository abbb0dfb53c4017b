import { sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import type { LinkedKind } from '../../lib/kinds.ts';
import { foldForSearch, parseSearch } from '../../lib/text.ts';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';
import { visibility } from '../access/policy.ts';
import { hasWord, searchCondition } from '../content/search.ts';
import { allOf, type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import { slowRead } from '../context/slow-read.ts';
import { termIdsByWord } from '../terms/index.ts';

/** The ids of the records that match a word. */
interface MatchingIds {
  readonly venue: readonly number[];
  readonly organizer: readonly number[];
  readonly term: readonly number[];
}
const LINKED = ['venue', 'organizer', 'term'] as const;
/** Searched in addition to the name. */
const EXTRA_COLUMNS = { venue: sql`city`, organizer: sql`''` } as const;

/**
 * The ids of the venues or organizers that the caller may list, by word in their name (or city). The index of their
 * whole search texts narrows the rows down.
 */
async function findRecordsByWord(
  context: Context,
  kind: LinkedKind,
  words: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  const visible = visibleIn(kind, visibility(context.caller));
  const anyWord = sql.join(
    words.map((word) => hasWord(kind, word)),
    sql` or `,
  );
  const query = sql<{ id: number; name: string; extra: string | null }>`
    ${PLAN_EACH_TIME} select id, name, ${EXTRA_COLUMNS[kind]} as extra from ${sql.table(kind)}
    where (${anyWord}) and ${visible}`;
  const { rows } = await slowRead(context, () => query.execute(context.db));
  const texts = rows.map(({ id, name, extra }) => ({
    id,
    name: foldForSearch(name),
    extra: foldForSearch(extra ?? ''),
  }));
  return new Map(
    words.map((word) => [
      word,
      texts.flatMap(({ id, name, extra }) => (name.includes(word) || extra.includes(word) ? id : [])),
    ]),
  );
}

/** Selects the events of these records, with one statement for each kind. */
const selectsOfLinkedEvents = (matching: MatchingIds): Condition[] =>
  LINKED.filter((kind) => matching[kind].length > 0).map(
    (kind) =>
      sql`select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = any(${[...matching[kind]]}::int[])`,
  );

/**
 * Events whose own texts, or the names of their linked records, contain all the words and phrases, and none of the
 * excluded ones (rules#words). Searches only linked records that the caller may list.
 * @throws BadValue for a search without words
 */
export async function linkedSearch(context: Context, search: string): Promise<Condition> {
  const { all, none } = parseSearch(search);
  const words = [...all, ...none];
  const [venues, organizers, terms] = await Promise.all([
    findRecordsByWord(context, 'venue', words),
    findRecordsByWord(context, 'organizer', words),
    termIdsByWord(context, words),
  ]);
  const linkedTo = (word: string): Condition[] =>
    selectsOfLinkedEvents({
      venue: venues.get(word) ?? [],
      organizer: organizers.get(word) ?? [],
      term: terms.get(word) ?? [],
    });
  const linked = new Map(words.map((word) => [word, linkedTo(word)]));
  if ([...linked.values()].every((statements) => statements.length === 0))
    return searchCondition('event', search);
  // Each branch of a union uses its own index; `or` would scan all events.
  const contains = (word: string): Condition => {
    const own = sql<boolean>`select own.id from event as own where ${hasWord('own', word)}`;
    return sql`event.id in (${sql.join([own, ...(linked.get(word) ?? [])], sql` union all `)})`;
  };
  return sql`${PLAN_EACH_TIME} ${allOf([
    ...all.map(contains),
    ...none.map((word): Condition => sql`not (${contains(word)})`),
  ])}`;
}

/**
 * The ids of the venues in a city that the caller may list, compared as in a search (rules#places). The index of their
 * search texts narrows the rows down.
 * @throws BadValue for a text of invisible characters
 */
export async function findVenuesInCity(context: Context, city: string): Promise<number[]> {
  const wanted = foldForSearch(city);
  if (wanted === '') throw new BadValue('must not be empty');
  const query = sql<{ id: number; city: string }>`
    ${PLAN_EACH_TIME} select id, city from venue
    where ${hasWord('venue', wanted)} and ${visibleIn('venue', visibility(context.caller))}`;
  const { rows } = await slowRead(context, () => query.execute(context.db));
  return rows.flatMap((venue) => (foldForSearch(venue.city) === wanted ? venue.id : []));
}
