import { BadValue } from '../../lib/errors.ts';
import { slugify } from '../../lib/slug.ts';
import { mayRead } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { EventBy } from '../generated/schema.ts';

/** The slugs that a text may refer to, best first: the text itself, and its slug form (rules#slugs). */
function slugsFor({ settings }: Context, text: string): string[] {
  const exact = text.toLowerCase();
  const folded = slugify(exact, settings.locale);
  return folded === '' || folded === exact ? [exact] : [exact, folded];
}

/** Finds an event that the caller may read. @throws BadValue, the same for unreadable and missing events */
export async function findReadableEvent(
  context: Context,
  { databaseId, slug = '' }: EventBy,
): Promise<{ id: number; seriesId: number | null }> {
  const slugs = databaseId === undefined ? slugsFor(context, slug) : [];
  const events = await context.db
    .selectFrom('event')
    .select(['id', 'slug', 'author_id as authorId', 'status', 'series_id as seriesId'])
    .where((event) => (databaseId === undefined ? event('slug', 'in', slugs) : event('id', '=', databaseId)))
    .execute();
  const event = events.find((one) => one.slug === slugs[0]) ?? events[0];
  if (event && mayRead(context.caller, event)) return event;
  throw new BadValue(`there is no event with this ${databaseId === undefined ? 'slug' : 'id'}`);
}

/** The id of an event that the caller may read. @throws BadValue as {@link findReadableEvent} */
export const readableEventId = async (context: Context, by: EventBy): Promise<number> =>
  (await findReadableEvent(context, by)).id;

/** The ids of events, without unknown slugs. Loads only events that are named by slug. */
export async function idsOfEvents(context: Context, events: readonly EventBy[]): Promise<number[]> {
  const ids = events.flatMap(({ databaseId }) => databaseId ?? []);
  const wanted = events.flatMap(({ slug }) => (slug === undefined ? [] : [slugsFor(context, slug)]));
  if (wanted.length === 0) return ids;
  const rows = await context.db
    .selectFrom('event')
    .select(['id', 'slug'])
    .where('slug', 'in', wanted.flat())
    .execute();
  const bySlug = new Map(rows.map(({ id, slug }) => [slug, id]));
  for (const slugs of wanted) {
    const slug = slugs.find((one) => bySlug.has(one));
    if (slug !== undefined) ids.push(bySlug.get(slug) ?? 0);
  }
  return ids;
}
