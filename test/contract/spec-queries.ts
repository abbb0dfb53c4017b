import type { SpecParam, SpecType } from './spec-fields.ts';

/**
 * Section 4 of the specification, transcribed: query parameters of the lists. Deliberately independent of
 * schema.graphql.
 */

const param = (name: string, type: SpecType, more: Partial<SpecParam> = {}): SpecParam => ({
  name,
  type,
  ...more,
});
const onlyB = { onlyB: true } as const;

const PAGING: readonly SpecParam[] = [
  param('page', 'integer', { default: 1 }),
  param('per_page', 'integer', { default: { A: '10', B: '9' } }),
];

/** Defaults of `start_date` and `end_date` are computed; test/rest/index-document.unit.test.ts checks them. */
export const COMPUTED: readonly string[] = ['start_date', 'end_date'];

export const EVENTS: readonly SpecParam[] = [
  ...PAGING,
  param('start_date', 'date-time string'),
  param('end_date', 'date-time string'),
  param('starts_before', 'date-time string', onlyB),
  param('starts_after', 'date-time string', onlyB),
  param('ends_before', 'date-time string', onlyB),
  param('ends_after', 'date-time string', onlyB),
  param('strict_dates', 'untyped', { default: 'false', onlyB: true }),
  param('search', 'string'),
  param('categories', 'list of integer'),
  param('tags', 'list of integer'),
  param('venue', 'list of integer'),
  param('organizer', 'list of integer'),
  param('featured', 'boolean'),
  param('status', 'string'),
  param('geoloc', 'boolean'),
  param('geoloc_lat', 'number (double)'),
  param('geoloc_lng', 'number (double)'),
  param('include', 'list of integer'),
  param('post_parent', 'integer'),
  param('ticketed', 'boolean', onlyB),
];

/** Venues and organizers. */
export const PLACES_AND_PEOPLE: readonly SpecParam[] = [
  ...PAGING,
  param('search', 'string'),
  param('event', 'integer'),
  param('has_events', 'untyped'),
  param('only_with_upcoming', 'untyped', { default: false }),
  param('status', 'string'),
];

const parent = param('parent', 'integer');

export const CATEGORIES: readonly SpecParam[] = [
  ...PAGING,
  param('search', 'string'),
  param('exclude', 'list of integer'),
  param('include', 'list of integer'),
  param('order', 'string'),
  param('orderby', 'string'),
  param('hide_empty', 'boolean', { default: '1' }),
  parent,
  param('post', 'integer'),
  param('event', 'integer'),
  param('slug', 'string'),
];

export const TAGS: readonly SpecParam[] = CATEGORIES.filter((one) => one !== parent);
