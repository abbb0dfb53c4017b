import { type RawBuilder, sql } from 'kysely';
import { load } from '../../platform/cache/loaders.ts';
import { visibleIn } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';
import { selectedEvent } from './event.queries.ts';
import type { HydratedEvent } from './event.record.ts';
import type { EventSelection } from './event.selection.ts';

/** An event, and which of the two beside it is wanted. */
interface Wanted extends Pick<HydratedEvent, 'id' | 'utcStartDate'> {
  readonly isNext: boolean;
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

const idBeside: Loader<Wanted, number | null> = {
  cacheKey: ({ id, isNext }) => `${id} ${isNext}`,
  batch: idsBeside,
};

/** An event beside another one, read together with others. */
export async function eventBeside(
  context: Context,
  wanted: Wanted,
  selection: EventSelection,
): Promise<HydratedEvent | null> {
  const id = await load(context, idBeside, wanted);
  return id === null ? null : load(context, selectedEvent, { id, selection });
}
