import { BadValue } from '../../lib/errors.ts';
import { sameText } from '../../lib/text.ts';

/**
 * Whether a record has the name that an input has beside its id, or where the input has none, the slug
 * (rules#inline-records).
 */
export const hasNameOrSlug = (
  record: { name: string; slug: string },
  name: string | null | undefined,
  slug: string | null | undefined,
): boolean => (name ? sameText(name, record.name) : !slug || sameText(slug, record.slug));

/** The error for an id whose record has another name than the input. */
export const nameMismatch = (kind: string, id: number, stored: string, input: string): BadValue =>
  new BadValue(
    `the ${kind} with the id ${id} is ${JSON.stringify(stored)} here, not ${JSON.stringify(input)}; ` +
      'leave out the id, or the name',
  );
