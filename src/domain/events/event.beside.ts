import { sql } from 'kysely';
import { visibleIn } from '../content/visibility.ts';
import type { Context, Loader } from '../context/context.ts';
import { readableEvents } from './event.queries.ts';
import type { HydratedEvent } from './event.record.ts';
import type { EventSelection } from './event.selection.ts';

type Side = 'previous' | 'next';
type Moment = Pick<HydratedEvent, 'id' | 'utcStartDate'>;

/** An event, which of the two beside it is wanted, and what is selected of that. */
interface Wanted extends Moment {
  readonly side: Side;
  readonly selection: EventSelection;
}

/**
 * The published events beside others in the order of lists, at whatever time, by the ids of these. Hidden events are
 * beside none.
 */
async function idsBeside(
  context: Context,
  side: Side,
  events: readonly Moment[],
): Promise<Map<number, number>> {
  const published = visibleIn(
    'event',
    { statuses: ['publish'], scope: 'published' },
    context.clock.published.by,
  );
  const [compared, order] =
    side === 'next' ? [sql.raw('>'), sql.raw('asc')] : [sql.raw('<'), sql.raw('desc')];
  const query = sql<{ of: number; id: number | null }>`
    select one.id as of, (
      select event.id from event
      where ${published} and not event.hide_from_listings
        and (event.start_utc, event.id) ${compared} (one.start_utc, one.id)
      order by event.start_utc ${order}, event.id ${order} limit 1
    ) as id
    from unnest(${events.map(({ id }) => id)}::int[],
      ${events.map(({ utcStartDate }) => utcStartDate)}::timestamp[]) as one (id, start_utc)`;
  const statement = { signal: context.signal };
  const { rows } = await context.limits.run('lists', () => query.execute(context.db.tracked), statement);
  return new Map(rows.flatMap(({ of, id }) => (id === null ? [] : [[of, id] as const])));
}

const groupKey = ({ side, selection }: Wanted): string => `${side} ${JSON.stringify(selection)}`;
const cacheKey = (key: Wanted): string => `${key.id} ${groupKey(key)}`;

/** Events beside others, read together; null at the beginning and the end of the list. */
export const eventBeside: Loader<Wanted, HydratedEvent | null> = {
  cacheKey,
  async batch(context, keys) {
    await context.limits.reserve(keys.length);
    const beside = new Map<string, HydratedEvent>();
    for (const same of Map.groupBy(keys, groupKey).values()) {
      const [first] = same;
      if (!first) continue;
      const ids = await idsBeside(context, first.side, same);
      const events = await readableEvents(context, [...new Set(ids.values())], first.selection);
      const byId = new Map(events.flatMap((event) => (event ? [[event.id, event] as const] : [])));
      for (const key of same) {
        const event = byId.get(ids.get(key.id) ?? 0);
        if (event) beside.set(cacheKey(key), event);
      }
    }
    return keys.map((key) => beside.get(cacheKey(key)) ?? null);
  },
};
