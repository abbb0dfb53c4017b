import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { sql } from 'kysely';
import { BadValue, shortened } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { type LinkedKind, PLURALS, type RecordRef } from '../../lib/kinds.ts';
import { slugify } from '../../lib/slug.ts';
import { load } from '../../platform/cache/loaders.ts';
import { mayRead, visibility } from '../access/policy.ts';
import type { Context, Loader } from '../context/context.ts';
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

/** The records whose slug or name a text is; all texts of one tick with one statement. */
const matchesOf = (kind: LinkedKind): Loader<string, Matches> => ({
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
function onlyOne(kind: LinkedKind, text: string, [id, ...others]: readonly number[]): number | undefined {
  if (id === undefined || others.length === 0) return id;
  throw new BadValue(
    `several ${PLURALS[kind]} are called ${quoted(text)}, such as those with the ids ${[id, ...others].join(', ')}; ` +
      'send the id of the one that is meant',
    'rest_ambiguous',
  );
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

/**
 * As {@link idBySlugOrName} by slug and by name, and then by the slug that would be made of the text (rules#slugs).
 */
async function idInFilter(context: Context, kind: LinkedKind, text: string): Promise<number | undefined> {
  const id = await idBySlugOrName(context, kind, text, { slug: true, name: true });
  if (id !== undefined) return id;
  const slug = slugify(text, context.settings.locale);
  if (slug === '' || slug === nameKey(text)) return undefined;
  return idBySlugOrName(context, kind, slug, { slug: true, name: false });
}

/**
 * The ids that a filter means. Digits are first of all an id (rules#words).
 * @throws BadValue for what names nothing that the caller may read, in the same words whether it is hidden or
 * does not exist, and for names that several records have
 */
export async function idsOfRefs(
  context: Context,
  kind: LinkedKind,
  refs: readonly RecordRef[],
): Promise<number[]> {
  const idOf = (ref: RecordRef): number | undefined => {
    const id = typeof ref === 'number' || /^\s*\d+\s*$/.test(ref) ? Number(ref) : Number.NaN;
    return typeof ref === 'number' || isId(id) ? id : undefined;
  };
  const ids = [...new Set(refs.flatMap((ref) => idOf(ref) ?? []))];
  const readable = ids.length > 0 ? await readableLinks(context, kind, ids) : new Set<number>();
  const idOfEach = await Promise.all(
    refs.map(async (ref) => {
      const id = idOf(ref);
      if (id !== undefined && readable.has(id)) return id;
      return typeof ref === 'number' ? undefined : idInFilter(context, kind, ref);
    }),
  );
  const unknown = refs.filter((_ref, at) => idOfEach[at] === undefined);
  if (unknown.length > 0) throw await noSuchRecord(context, kind, unknown, idOf);
  return [...new Set(idOfEach.flatMap((id) => id ?? []))];
}

async function noSuchRecord(
  context: Context,
  kind: LinkedKind,
  unknown: readonly RecordRef[],
  idOf: (ref: RecordRef) => number | undefined,
): Promise<BadValue> {
  const ids = unknown.filter((ref) => idOf(ref) !== undefined);
  const texts = unknown.filter((ref) => idOf(ref) === undefined).map(String);
  const reasons = [
    ...(ids.length > 0 ? [`there is no ${kind} with the id ${ids.join(', ')}`] : []),
    ...(texts.length > 0
      ? [`there is no ${kind} with the slug or name ${texts.map(quoted).join(', ')}`]
      : []),
  ];
  const [text] = texts;
  const meant = text === undefined ? undefined : await suggestion(context, kind, text);
  return new BadValue(`${reasons.join(', and ')}; ${meant ?? 'use an id, slug or name'}`);
}
