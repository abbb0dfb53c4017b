import { type RawBuilder, sql } from 'kysely';
import { visibleIn } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';
import { readableEvents } from './event.queries.ts';
import type { HydratedEvent } from './event.record.ts';
import type { EventSelection } from './event.selection.ts';

/** An event, which of the two beside it is wanted, and what is selected of that. */
interface Wanted extends Pick<HydratedEvent, 'id' | 'utcStartDate'> {
  readonly isNext: boolean;
  readonly selection: EventSelection;
}

/**
 * The ids of the published events beside others in the order of lists, at whatever time; null at the beginning and the
 * end. Hidden events are beside none.
 */
async function idsBeside(context: Context, wanted: readonly Wanted[]): Promise<(number | null)[]> {
  const published = visibleIn('event', { statuses: ['publish'], scope: 'published' });
  const first = (compared: '<' | '>', order: 'asc' | 'desc'): RawBuilder<number | null> => sql`(
    select event.id from event
    where ${published} and not event.hide_from_listings
      and (event.start_utc, event.id) ${sql.raw(compared)} (one.start_utc, one.id)
    order by event.start_utc ${sql.raw(order)}, event.id ${sql.raw(order)} limit 1)`;
  const query = sql<{ id: number | null }>`
    select case when one.is_next then ${first('>', 'asc')} else ${first('<', 'desc')} end as id
    from unnest(${wanted.map(({ id }) => id)}::int[], ${wanted.map(({ utcStartDate }) => utcStartDate)}::timestamp[],
      ${wanted.map(({ isNext }) => isNext)}::boolean[]) with ordinality as one (id, start_utc, is_next, position)
    order by one.position`;
  const { rows } = await query.execute(context.db);
  return rows.map(({ id }) => id);
}

/** Events beside others, read together. */
export const eventBeside: Loader<Wanted, HydratedEvent | null> = {
  cacheKey: ({ id, isNext, selection }) => `${id} ${isNext} ${JSON.stringify(selection)}`,
  async batch(context, keys) {
    const ids = await idsBeside(context, keys);
    const places = keys.flatMap(({ selection }, at) => {
      const id = ids[at] ?? null;
      return id === null ? [] : [{ at, id, selection }];
    });
    const events = keys.map((): HydratedEvent | null => null);
    for (const same of Map.groupBy(places, ({ selection }) => JSON.stringify(selection)).values()) {
      const [first] = same;
      if (!first) continue;
      const ofSelection = same.map(({ id }) => id);
      const read = await readableEvents(context, ofSelection, first.selection);
      for (const [place, { at }] of same.entries()) events[at] = read[place] ?? null;
    }
    return events;
  },
};
