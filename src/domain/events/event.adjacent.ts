import { type RawBuilder, sql } from 'kysely';
import { load } from '../../platform/cache/loaders.ts';
import { visibleIn } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';
import { selectedEvent } from './event.queries.ts';
import type { HydratedEvent } from './event.record.ts';
import type { EventSelection } from './event.selection.ts';

/** An event and the direction from it. */
interface AdjacentKey extends Pick<HydratedEvent, 'id' | 'utcStartDate'> {
  readonly isNext: boolean;
}

/**
 * The ids of the adjacent published events in the order of lists, at any distance in time; null if there is none. Skips
 * hidden events.
 */
async function findAdjacentIds(context: Context, keys: readonly AdjacentKey[]): Promise<(number | null)[]> {
  const published = visibleIn('event', { statuses: ['publish'], scope: 'published' });
  const first = (compared: '<' | '>', order: 'asc' | 'desc'): RawBuilder<number | null> => sql`(
    select event.id from event
    where ${published} and not event.hide_from_listings
      and (event.start_utc, event.id) ${sql.raw(compared)} (one.start_utc, one.id)
    order by event.start_utc ${sql.raw(order)}, event.id ${sql.raw(order)} limit 1)`;
  const query = sql<{ id: number | null }>`
    select case when one.is_next then ${first('>', 'asc')} else ${first('<', 'desc')} end as id
    from unnest(${keys.map(({ id }) => id)}::int[], ${keys.map(({ utcStartDate }) => utcStartDate)}::timestamp[],
      ${keys.map(({ isNext }) => isNext)}::boolean[]) with ordinality as one (id, start_utc, is_next, position)
    order by one.position`;
  const { rows } = await query.execute(context.db);
  return rows.map(({ id }) => id);
}

const adjacentId: Loader<AdjacentKey, number | null> = {
  cacheKey: ({ id, isNext }) => `${id} ${isNext}`,
  batch: findAdjacentIds,
};

/** The event before or after another; batched with other loads of the request. */
export async function loadAdjacentEvent(
  context: Context,
  key: AdjacentKey,
  selection: EventSelection,
): Promise<HydratedEvent | null> {
  const id = await load(context, adjacentId, key);
  return id === null ? null : load(context, selectedEvent, { id, selection });
}
