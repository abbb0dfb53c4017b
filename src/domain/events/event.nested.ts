import type { GraphQLResolveInfo } from 'graphql';
import { sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
import type { Condition } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import { listEvents } from './event.queries.ts';
import type { EventPage } from './event.record.ts';
import { eventListSelection } from './event.selection.ts';

/** What the events of a nested list belong to: an event to its parent and its series. */
type Scope = LinkedKind | 'term' | 'parent' | 'series';

/** Events that are linked to `scope.id`. */
const linked = (kind: LinkedKind): Condition =>
  sql`event.id in (select event_id from ${sql.table(`event_${kind}`)} where ${sql.ref(`${kind}_id`)} = scope.id)`;

/** A category stands for those below it too. */
const CONDITIONS: Readonly<Record<Scope, Condition>> = {
  venue: linked('venue'),
  organizer: linked('organizer'),
  parent: sql`event.post_parent = scope.id`,
  series: sql`event.series_id = scope.id`,
  // An array, so that PostgreSQL finds the terms before the events.
  term: sql`event.id in (select event_id from event_term where term_id = any(array(
    with recursive below (id) as (select scope.id union select term.id from below join term on term.parent_id = below.id)
    select id from below)))`,
};

/**
 * A page of the events of a venue, organizer, term, parent or series, batched with those of its siblings.
 * @throws ServiceError rest_invalid_param
 */
export const eventsOf = (
  context: Context,
  kind: Scope,
  id: number,
  args: QueryEventsArgs,
  info: GraphQLResolveInfo,
): Promise<EventPage> =>
  listEvents(context, args, eventListSelection.of(info), {
    kind,
    id,
    condition: CONDITIONS[kind],
    hasWindow: kind !== 'parent' && kind !== 'series',
  });
