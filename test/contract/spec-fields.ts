/** Section 2 of the specification, transcribed: fields of the bodies. Deliberately independent of schema.graphql. */

/** Types in the specification's words. */
export type SpecType =
  | 'integer'
  | 'string'
  | 'boolean'
  | 'untyped'
  | 'list of integer'
  | 'date-time string'
  | 'number (double)';

export interface SpecParam {
  name: string;
  type: SpecType;
  /** Required on create; never on change. */
  required?: true;
  /** Default in both revisions; the one of a page differs. */
  default?: string | number | boolean | { A: string; B: string };
  /** `default: null` in revision B. */
  nullInB?: true;
  onlyB?: true;
}

const field = (name: string, type: SpecType, more: Partial<SpecParam> = {}): SpecParam => ({
  name,
  type,
  ...more,
});
const nullInB = { nullInB: true } as const;
const required = { required: true } as const;

export const EVENT: readonly SpecParam[] = [
  field('author', 'integer'),
  field('date', 'string'),
  field('date_utc', 'string'),
  field('title', 'string', required),
  field('description', 'string'),
  field('slug', 'string'),
  field('excerpt', 'string'),
  field('status', 'string'),
  field('timezone', 'string'),
  field('all_day', 'boolean', { default: false }),
  field('start_date', 'string', required),
  field('end_date', 'string', required),
  field('image', 'string'),
  field('cost', 'untyped'),
  field('website', 'untyped', nullInB),
  field('show_map', 'boolean'),
  field('show_map_link', 'boolean'),
  field('hide_from_listings', 'boolean'),
  field('sticky', 'boolean'),
  field('featured', 'boolean'),
  field('categories', 'list of integer', nullInB),
  field('tags', 'list of integer', nullInB),
  field('venue', 'list of integer', nullInB),
  field('organizer', 'list of integer', nullInB),
];

export const VENUE: readonly SpecParam[] = [
  field('author', 'integer'),
  field('date', 'string'),
  field('date_utc', 'string'),
  field('venue', 'string', required),
  field('description', 'string', nullInB),
  field('status', 'string'),
  field('show_map', 'string', nullInB),
  field('show_map_link', 'string', nullInB),
  field('address', 'string', nullInB),
  field('city', 'string', nullInB),
  field('country', 'string', nullInB),
  field('province', 'string', nullInB),
  field('state', 'string', nullInB),
  field('zip', 'string', nullInB),
  field('phone', 'string', nullInB),
  field('stateprovince', 'string', nullInB),
  field('website', 'string', nullInB),
  field('image', 'string', nullInB),
];

export const ORGANIZER: readonly SpecParam[] = [
  field('author', 'integer', nullInB),
  field('date', 'string', nullInB),
  field('date_utc', 'string', nullInB),
  field('organizer', 'string', required),
  field('description', 'string', nullInB),
  field('status', 'string', nullInB),
  field('phone', 'string', nullInB),
  field('website', 'string', nullInB),
  field('email', 'string', nullInB),
  field('image', 'string', nullInB),
];

export const TAG: readonly SpecParam[] = [
  field('name', 'string', required),
  field('description', 'string'),
  field('slug', 'string'),
];

export const CATEGORY: readonly SpecParam[] = [...TAG, field('parent', 'integer')];
