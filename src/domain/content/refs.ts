import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { sql } from 'kysely';
import { BadValue, truncate } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { type LinkedKind, PLURALS, type RecordKind } from '../../lib/kinds.ts';
import { slugify } from '../../lib/slug.ts';
import { load } from '../../platform/cache/loaders.ts';
import { mayRead, visibility } from '../access/policy.ts';
import type { Context, Loader } from '../context/context.ts';
import type { OrganizerBy, VenueBy } from '../generated/schema.ts';
import { nameKey } from './names.ts';
import { visibleIn } from './visibility.ts';

/** Ids of records outside the trash that the caller may read. */
interface Matches {
  readonly bySlug: number | undefined;
  /** Oldest first, limited to {@link MAX_LISTED_IDS}. */
  readonly byName: readonly number[];
}
/** Characters of a text that a message quotes. */
const MAX_QUOTED_LENGTH = 100;
/** Ids of records with the same name that a message lists. */
const MAX_LISTED_IDS = 5;

/** Finds records by slug or name, with one statement for all texts of a tick. */
const matchesOf = (kind: RecordKind): Loader<string, Matches> => ({
  async batch({ db, caller }, texts) {
    const keys = texts.map(nameKey);
    const { rows } = await sql<{ id: number; slug: string; key: string }>`
      select id, slug, key from (
        select id, slug, name_key as key, row_number() over (partition by name_key order by id) as position
        from ${sql.table(kind)}
        where (slug = any(${keys}::text[]) or name_key = any(${keys}::text[]))
          and ${visibleIn(kind, visibility(caller))}) matching
      where position <= ${MAX_LISTED_IDS} or slug = any(${keys}::text[])
      order by id`.execute(db);
    const bySlug = new Map(rows.map(({ slug, id }) => [slug, id]));
    const byName = Map.groupBy(rows, ({ key }) => key);
    return keys.map((text) => ({
      bySlug: bySlug.get(text),
      byName: (byName.get(text) ?? []).slice(0, MAX_LISTED_IDS).map(({ id }) => id),
    }));
  },
});
const MATCHES = { venue: matchesOf('venue'), organizer: matchesOf('organizer') };

/** Suggestions come from this many of the newest records, for texts up to this many characters. */
const MAX_COMPARED_RECORDS = 1_000;
const MAX_COMPARED_LENGTH = 60;

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** Finds a record with a similar slug. Only the first text of a tick gets one. */
const nearestOf = (kind: LinkedKind): Loader<string, Named | undefined> => ({
  async batch({ db, caller, settings }, texts) {
    const { rows } = await sql<Named>`
      select slug, name from ${sql.table(kind)}
      where ${visibleIn(kind, visibility(caller))}
      order by published_utc desc, id desc limit ${MAX_COMPARED_RECORDS}`.execute(db);
    const named = new Map(rows.map((row) => [row.slug, row]));
    const findNearest = (text: string): Named | undefined => {
      const slug = text.length > MAX_COMPARED_LENGTH ? '' : slugify(text, settings.locale);
      return named.get(suggestionList(slug, [...named.keys()])[0] ?? '');
    };
    return texts.map((text, at) => (at === 0 ? findNearest(text) : undefined));
  },
});
const NEAREST = { venue: nearestOf('venue'), organizer: nearestOf('organizer') };

/** `did you mean the-lantern-room?`; undefined if the caller may read no similar record. */
export async function suggestion(
  context: Context,
  kind: LinkedKind,
  text: string,
  by: 'slug' | 'name' = 'slug',
): Promise<string | undefined> {
  const nearest = await load(context, NEAREST[kind], text);
  return nearest && `did you mean ${by === 'slug' ? nearest.slug : quoted(nearest.name)}?`;
}

/** The ids of records outside the trash that the caller may read. */
async function readableIds(context: Context, kind: LinkedKind, ids: readonly number[]): Promise<Set<number>> {
  const rows = await context.db
    .selectFrom(kind)
    .select(['id', 'author_id as authorId', 'status'])
    .where(sql<boolean>`id = any(${[...ids]}::int[])`)
    .execute();
  return new Set(
    rows.filter((row) => row.status !== 'trash' && mayRead(context.caller, row)).map((row) => row.id),
  );
}

/** Quotes a text of the caller for a message. */
export const quoted = (text: string): string => JSON.stringify(truncate(text, MAX_QUOTED_LENGTH));

/** @throws BadValue if several records have the name */
function requireUnique(kind: RecordKind, text: string, ids: readonly number[]): number | undefined {
  const [id, ...others] = ids;
  if (others.length === 0) return id;
  const message = (name: string): string =>
    `several ${PLURALS[kind]} have the name ${quoted(text)} (for example the ${name}s ${ids.join(', ')}): ` +
    `send the ${name} instead`;
  throw new BadValue(message('id'), 'rest_ambiguous', message('databaseId'));
}

/**
 * Creates a function that finds the id of a record by name, among the records that the caller may read. It throws
 * BadValue if several records have the name.
 */
export function nameReader(kind: RecordKind) {
  const matches = matchesOf(kind);
  return async (context: Context, name: string): Promise<number | undefined> =>
    requireUnique(kind, name, (await load(context, matches, name)).byName);
}

/**
 * Finds the id of a record by slug or name, among the records that the caller may read (rules#inline-records).
 * @param by the possible meanings of the text; a slug has precedence over a name
 * @throws BadValue if several records have the name
 */
export async function idBySlugOrName(
  context: Context,
  kind: LinkedKind,
  text: string,
  by: { slug: boolean; name: boolean },
): Promise<number | undefined> {
  const { bySlug, byName } = await load(context, MATCHES[kind], text);
  if (by.slug && bySlug !== undefined) return bySlug;
  return by.name ? requireUnique(kind, text, byName) : undefined;
}

/** A venue or organizer in a filter. `text` is an id in digits, a slug or a name. */
export type LinkedBy = VenueBy | OrganizerBy;

function idIn({ databaseId, text }: LinkedBy): number | undefined {
  const id = databaseId ?? (/^\s*\d+\s*$/.test(text ?? '') ? Number(text) : Number.NaN);
  return isId(id) ? id : undefined;
}

/** As {@link idBySlugOrName}, but also tries the slug form of a text (rules#slugs). */
async function idInFilter(
  context: Context,
  kind: LinkedKind,
  { slug, name, text }: LinkedBy,
): Promise<number | undefined> {
  const wanted = slug ?? name ?? text;
  if (wanted === undefined) return undefined;
  const allowed = { slug: name === undefined, name: slug === undefined };
  const id = await idBySlugOrName(context, kind, wanted, allowed);
  if (id !== undefined || !allowed.slug) return id;
  const folded = slugify(wanted, context.settings.locale);
  if (folded === '' || folded === nameKey(wanted)) return undefined;
  return idBySlugOrName(context, kind, folded, { slug: true, name: false });
}

/**
 * Resolves the references of a filter to ids. Digits in a text are an id first (rules#words).
 * @throws BadValue for unreadable and missing records, with the same message, and for names that several records have
 */
export async function idsOfRefs(
  context: Context,
  kind: LinkedKind,
  refs: readonly LinkedBy[],
): Promise<number[]> {
  const ids = [...new Set(refs.flatMap((by) => idIn(by) ?? []))];
  const readable = ids.length > 0 ? await readableIds(context, kind, ids) : new Set<number>();
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

/** The forms of a reference, as messages name them. */
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
  let similar: string | undefined;
  for (const [form, words] of FORMS) {
    const texts = unknown.flatMap((by) => (idIn(by) === undefined ? (by[form] ?? []) : []));
    const [text] = texts;
    if (text === undefined) continue;
    reasons.push(`there is no ${kind} with the ${words} ${texts.map(quoted).join(', ')}`);
    similar ??= await suggestion(context, kind, text, form === 'name' ? 'name' : 'slug');
  }
  return new BadValue(`${reasons.join(', and ')}; ${similar ?? 'use an id, slug or name'}`);
}
