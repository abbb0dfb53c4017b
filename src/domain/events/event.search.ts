import { sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
import { foldForSearch, parseSearch } from '../../lib/text.ts';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';
import { visibility } from '../access/policy.ts';
import { hasWord, searchCondition } from '../content/search.ts';
import { allOf, type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import { slowRead } from '../context/slow-read.ts';
import { termsNamed } from '../terms/index.ts';

/** The ids of the records that have a word in their names, by what they are. */
interface MatchingIds {
  readonly venue: readonly number[];
  readonly organizer: readonly number[];
  readonly term: readonly number[];
}
const LINKED = ['venue', 'organizer', 'term'] as const;
/** What else is searched besides the name. */
const BESIDES = { venue: sql`city`, organizer: sql`''` } as const;

/**
 * The ids of the venues or organizers that the caller may list, in whose name (or city) each word occurs. The
 * index of their texts, which contain these among other fields, narrows the rows down.
 */
async function recordsNamed(
  context: Context,
  kind: LinkedKind,
  words: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  const visible = visibleIn(kind, visibility(context.caller));
  const anyWord = sql.join(
    words.map((word) => hasWord(kind, word)),
    sql` or `,
  );
  const query = sql<{ id: number; name: string; besides: string | null }>`
    ${PLAN_EACH_TIME} select id, name, ${BESIDES[kind]} as besides from ${sql.table(kind)}
    where (${anyWord}) and ${visible}`;
  const { rows } = await slowRead(context, () => query.execute(context.db));
  const texts = rows.map(({ id, name, besides }) => ({
    id,
    name: foldForSearch(name),
    besides: foldForSearch(besides ?? ''),
  }));
  return new Map(
    words.map((word) => [
      word,
      texts.flatMap(({ id, name, besides }) => (name.includes(word) || besides.includes(word) ? id : [])),
    ]),
  );
}

/** The statements that find the events with one of these records. */
const eventsWith = (matching: MatchingIds): Condition[] =>
  LINKED.filter((kind) => matching[kind].length > 0).map(
    (kind) =>
      sql`select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = any(${[...matching[kind]]}::int[])`,
  );

/**
 * Events whose own texts, or the names of what belongs to them, have all the words and phrases, and none of
 * the excluded ones (rules#words). Only what the caller may list helps to find an event.
 * @throws BadValue for a search without words
 */
export async function linkedSearch(context: Context, search: string): Promise<Condition> {
  const { all, none } = parseSearch(search);
  const words = [...all, ...none];
  const [venues, organizers, terms] = await Promise.all([
    recordsNamed(context, 'venue', words),
    recordsNamed(context, 'organizer', words),
    termsNamed(context, words),
  ]);
  const linkedTo = (word: string): Condition[] =>
    eventsWith({
      venue: venues.get(word) ?? [],
      organizer: organizers.get(word) ?? [],
      term: terms.get(word) ?? [],
    });
  const linked = new Map(words.map((word) => [word, linkedTo(word)]));
  if ([...linked.values()].every((statements) => statements.length === 0))
    return searchCondition('event', search);
  // Each branch of a union uses its own index; with "or" every event would be read.
  const having = (word: string): Condition => {
    const own = sql<boolean>`select own.id from event as own where ${hasWord('own', word)}`;
    return sql`event.id in (${sql.join([own, ...(linked.get(word) ?? [])], sql` union all `)})`;
  };
  return sql`${PLAN_EACH_TIME} ${allOf([
    ...all.map(having),
    ...none.map((word): Condition => sql`not (${having(word)})`),
  ])}`;
}
