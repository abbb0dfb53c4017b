import { sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
import { visibility } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { OrganizerFilter, VenueFilter } from '../generated/schema.ts';
import type { Filters } from '../resource/checks.ts';
import { readableEventId } from './readable-event.ts';
import { searchCondition } from './search.ts';
import { type Condition, isBy, visibleIn } from './visibility.ts';

/** The filters of venues and organizers. Each field needs an entry below. */
type LinkedFilter = VenueFilter & OrganizerFilter;

/** Matches venues or organizers that are linked to an event that meets the condition. */
function linkedTo(kind: LinkedKind, condition: Condition): Condition {
  return sql`exists (
    select 1 from ${sql.table(`event_${kind}`)} link join event on event.id = link.event_id
    where ${sql.ref(`link.${kind}_id`)} = ${sql.ref(`${kind}.id`)} and ${condition})`;
}

const visibleEvents = (context: Context): Condition => visibleIn('event', visibility(context.caller));

export const linkedListFilters = (kind: LinkedKind): Filters<LinkedFilter, Condition> => ({
  statuses: null,
  search: (search) => searchCondition(kind, search),
  authorId: isBy(kind),
  event: async (by, context) => linkedTo(kind, sql`event.id = ${await readableEventId(context, by)}`),
  hasEvents: (has, context) => {
    const linked = linkedTo(kind, visibleEvents(context));
    return has ? linked : sql`not ${linked}`;
  },
  onlyWithUpcoming: (only, context) => {
    if (!only) return null;
    return linkedTo(
      kind,
      sql`${visibleEvents(context)} and not event.hide_from_listings and event.end_utc >= ${context.clock.nowUtc}::timestamp`,
    );
  },
});
