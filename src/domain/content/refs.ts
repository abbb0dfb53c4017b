import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { sql } from 'kysely';
import { BadValue, shortened } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { type LinkedKind, PLURALS, type RecordKind } from '../../lib/kinds.ts';
import { slugify } from '../../lib/slug.ts';
import { load } from '../../platform/cache/loaders.ts';
import { mayRead, visibility } from '../access/policy.ts';
import type { Context, Loader } from '../context/context.ts';
import type { OrganizerBy, VenueBy } from '../generated/schema.ts';
import { nameKey } from './name-key.ts';
import { visibleIn } from './visibility.ts';

/** Ids of records that the caller may read and that are not in the trash. */
interface Matches {
  readonly bySlug: number | undefined;
  /** The oldest of them first, and no more than a message lists. */
  readonly byName: readonly number[];
}
/** Most characters of a text that a message shows. */
const MAX_QUOTED = 100;
/** Most ids of records with one name that a message lists. */
const MOST_LISTED = 5;

/** Records by slug or name; one statement for all texts of one tick. */
const matchesOf = (kind: RecordKind): Loader<string, Matches> => ({
  async batch({ db, caller }, texts) {
    const keys = texts.map(nameKey);
    const { rows } = await sql<{ id: number; slug: string; key: string }>`
      select id, slug, key from (
        select id, slug, name_key as key, row_number() over (partition by name_key order by id) as position
        from ${sql.table(kind)}
        where (slug = any(${keys}::text[]) or name_key = any(${keys}::text[]))
          and ${visibleIn(kind, visibility(caller))}) matching
      where position <= ${MOST_LISTED} or slug = any(${keys}::text[])
      order by id`.execute(db);
    const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]));
    const byName = Map.groupBy(rows, ({ key }) => key);
    return keys.map((text) => ({
      bySlug: bySlug.get(text),
      byName: (byName.get(text) ?? []).slice(0, MOST_LISTED).map(({ id }) => id),
    }));
  },
});
const MATCHES = { venue: matchesOf('venue'), organizer: matchesOf('organizer') };

/** A suggestion is one of so many records, the newest, for a text of so many characters; others get none. */
const MOST_COMPARED = 1_000;
const LONGEST_COMPARED = 60;

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** A record with nearly the slug that would be made of a text. Of the texts of one tick the first alone gets one. */
const nearestOf = (kind: LinkedKind): Loader<string, Named | undefined> => ({
  async batch({ db, caller, settings }, texts) {
    const { rows } = await sql<Named>`
      select slug, name from ${sql.table(kind)}
      where ${visibleIn(kind, visibility(caller))}
      order by published_utc desc, id desc limit ${MOST_COMPARED}`.execute(db);
    const named = new Map(rows.map((row) => [row.slug, row]));
    const nearest = (text: string): Named | undefined => {
      const slug = text.length > LONGEST_COMPARED ? '' : slugify(text, settings.locale);
      return named.get(suggestionList(slug, [...named.keys()])[0] ?? '');
    };
    return texts.map((text, at) => (at === 0 ? nearest(text) : undefined));
  },
});
const NEAREST = { venue: nearestOf('venue'), organizer: nearestOf('organizer') };

/** `did you mean the-lantern-room?`; undefined where the caller may read nothing like the text. */
export async function suggestion(
  context: Context,
  kind: LinkedKind,
  text: string,
  by: 'slug' | 'name' = 'slug',
): Promise<string | undefined> {
  const near = await load(context, NEAREST[kind], text);
  return near && `did you mean ${by === 'slug' ? near.slug : quoted(near.name)}?`;
}

/** Those of these ids whose records the caller may read and are not in the trash. */
async function readableLinks(
  context: Context,
  kind: LinkedKind,
  ids: readonly number[],
): Promise<Set<number>> {
  const rows = await context.db
    .selectFrom(kind)
    .select(['id', 'author_id as authorId', 'status'])
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute();
  return new Set(
    rows.filter((row) => row.status !== 'trash' && mayRead(context.caller, row)).map((row) => row.id),
  );
}

/** A text of the caller as messages show it. */
export const quoted = (text: string): string => JSON.stringify(shortened(text, MAX_QUOTED));

/** The ids of a name, of which there must be only one. @throws BadValue for a name that several have */
function onlyOne(kind: RecordKind, text: string, ids: readonly number[]): number | undefined {
  const [id, ...others] = ids;
  if (others.length === 0) return id;
  const message = (name: string): string =>
    `several ${PLURALS[kind]} are called ${quoted(text)}, such as those with the ${name}s ${ids.join(', ')}; ` +
    `send the ${name} of the one that is meant`;
  throw new BadValue(message('id'), 'rest_ambiguous', message('databaseId'));
}

/**
 * Makes the function that finds the id of a record by its name, among those that the caller may read. It throws
 * BadValue when several records have the name.
 */
export function nameReader(kind: RecordKind) {
  const matches = matchesOf(kind);
  return async (context: Context, name: string): Promise<number | undefined> =>
    onlyOne(kind, name, (await load(context, matches, name)).byName);
}

/**
 * The id of the record that a text names, among those that the caller may read (rules#inline-records).
 * @param by what the text may be; a slug comes before a name
 * @returns undefined when there is none
 * @throws BadValue when several records have the name
 */
export async function idBySlugOrName(
  context: Context,
  kind: LinkedKind,
  text: string,
  by: { slug: boolean; name: boolean },
): Promise<number | undefined> {
  const { bySlug, byName } = await load(context, MATCHES[kind], text);
  if (by.slug && bySlug !== undefined) return bySlug;
  return by.name ? onlyOne(kind, text, byName) : undefined;
}

/** How a filter names a venue or organizer: a text is an id in digits, a slug or a name. */
export type LinkedBy = VenueBy | OrganizerBy;

/** The id in what a filter sends. */
function idIn({ databaseId, text }: LinkedBy): number | undefined {
  const id = databaseId ?? (/^\s*\d+\s*$/.test(text ?? '') ? Number(text) : Number.NaN);
  return isId(id) ? id : undefined;
}

/**
 * As {@link idBySlugOrName}; a text in another form than a slug is also tried as the slug made from it (rules#slugs).
 */
async function idInFilter(
  context: Context,
  kind: LinkedKind,
  { slug, name, text }: LinkedBy,
): Promise<number | undefined> {
  const wanted = slug ?? name ?? text;
  if (wanted === undefined) return undefined;
  const may = { slug: name === undefined, name: slug === undefined };
  const id = await idBySlugOrName(context, kind, wanted, may);
  if (id !== undefined || !may.slug) return id;
  const folded = slugify(wanted, context.settings.locale);
  if (folded === '' || folded === nameKey(wanted)) return undefined;
  return idBySlugOrName(context, kind, folded, { slug: true, name: false });
}

/**
 * The ids that a filter means. Digits in a text are first of all an id (rules#words).
 * @throws BadValue for what names nothing that the caller may read, in the same words whether it is hidden or
 * does not exist, and for names that several records have
 */
export async function idsOfRefs(
  context: Context,
  kind: LinkedKind,
  refs: readonly LinkedBy[],
): Promise<number[]> {
  const ids = [...new Set(refs.flatMap((by) => idIn(by) ?? []))];
  const readable = ids.length > 0 ? await readableLinks(context, kind, ids) : new Set<number>();
  const idOfEach = await Promise.all(
    refs.map(async (by) => {
      const id = idIn(by);
      return id !== undefined && readable.has(id) ? id : idInFilter(context, kind, by);
    }),
  );
  const unknown = refs.filter((_by, at) => idOfEach[at] === undefined);
  if (unknown.length > 0) throw await noSuchRecord(context, kind, unknown);
  return [...new Set(idOfEach.flatMap((id) => id ?? []))];
}

/** What the caller may have meant by each form of a reference. */
const FORMS = [
  ['text', 'slug or name'],
  ['slug', 'slug'],
  ['name', 'name'],
] as const;

async function noSuchRecord(
  context: Context,
  kind: LinkedKind,
  unknown: readonly LinkedBy[],
): Promise<BadValue> {
  const ids = unknown.flatMap((by) => by.databaseId ?? (idIn(by) === undefined ? [] : (by.text ?? [])));
  const reasons = ids.length > 0 ? [`there is no ${kind} with the id ${ids.join(', ')}`] : [];
  let meant: string | undefined;
  for (const [form, words] of FORMS) {
    const texts = unknown.flatMap((by) => (idIn(by) === undefined ? (by[form] ?? []) : []));
    const [text] = texts;
    if (text === undefined) continue;
    reasons.push(`there is no ${kind} with the ${words} ${texts.map(quoted).join(', ')}`);
    meant ??= await suggestion(context, kind, text, form === 'name' ? 'name' : 'slug');
  }
  return new BadValue(`${reasons.join(', and ')}; ${meant ?? 'use an id, slug or name'}`);
}
