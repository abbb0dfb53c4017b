import { keys } from '../../platform/postgres/columns.ts';
import { titleIndexExpression } from '../content/record.entity.ts';

const LISTED = "status = 'publish' and not hide_from_listings";
/** Lists compare all-day events by their local dates. */
const DAY_COLUMNS = keys('allDay', 'startLocal', 'endLocal');
const BY_START = keys('startUtc', 'id');
/**
 * Longer events have an index of their own: any other event that has not ended starts at most this time before the
 * current time.
 */
export const LONG_EVENT = { days: 3, condition: "end_utc - start_utc > '3 days'::interval" };

/** Costs that may be free: no digit but 0. Index entries have a maximum size, so longer costs never count as free. */
export const MAYBE_FREE = `cost <> '[]' and octet_length(cost::text) <= 1000 and cost::text collate "C" !~ '[1-9]'`;

/**
 * The indexes of lists. Index-only scans count totals: whole lists in the order of starts; events of a category, a
 * venue or a place by id. The flags fit into the padding after the id, so index entries are no larger with them.
 */
export const eventIndexes = [
  {
    name: 'event_listing',
    properties: BY_START,
    include: keys('featured', 'ticketed', 'endUtc', 'publishedUtc', ...DAY_COLUMNS),
    where: LISTED,
  },
  {
    name: 'event_listed',
    properties: keys('id'),
    include: keys('featured', 'ticketed', 'startUtc', 'endUtc', 'publishedUtc', ...DAY_COLUMNS),
    where: LISTED,
  },
  {
    name: 'event_start',
    properties: BY_START,
    include: keys('featured', 'ticketed', 'endUtc', 'publishedUtc', 'authorId', 'status', ...DAY_COLUMNS),
    where: 'not hide_from_listings',
  },
  { name: 'event_hidden', properties: BY_START, where: 'hide_from_listings' },
  {
    name: 'event_title',
    expression: `create index event_title on event ((${titleIndexExpression('title')}), id) where ${LISTED}`,
  },
  { name: 'event_end', properties: keys('endUtc'), where: LISTED },
  {
    name: 'event_long',
    properties: keys('endUtc'),
    include: keys('startUtc'),
    where: `${LISTED} and ${LONG_EVENT.condition}`,
  },
  { name: 'event_modified', properties: keys('modifiedUtc', 'id') },
  { name: 'event_published', properties: keys('publishedUtc'), where: "status = 'publish'" },
  { name: 'event_status', properties: keys('status'), where: "status <> 'publish'" },
  { name: 'event_featured', properties: BY_START, where: 'featured' },
  { name: 'event_ticketed', properties: BY_START, where: 'ticketed' },
  { name: 'event_free', properties: keys('cost'), where: MAYBE_FREE },
  { name: 'event_virtual', properties: BY_START, where: 'is_virtual' },
  {
    name: 'event_unscheduled',
    properties: keys('startUtc', 'id'),
    include: keys('eventStatus'),
    where: "event_status <> 'scheduled'",
  },
  {
    name: 'event_occurrence',
    expression:
      'create unique index event_occurrence on event (series_id, recurrence_id) where series_id is not null',
  },
  { name: 'event_post_parent', properties: keys('postParent'), where: 'post_parent <> 0' },
];
