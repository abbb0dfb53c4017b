import { BadValue } from '../../lib/errors.ts';
import { sameText } from '../../lib/text.ts';

/**
 * Whether a record has the name that was sent with its id; if no name was sent, whether it has the slug
 * (rules#inline-records).
 */
export const hasNameOrSlug = (
  record: { name: string; slug: string },
  name: string | null | undefined,
  slug: string | null | undefined,
): boolean => (name ? sameText(name, record.name) : !slug || sameText(slug, record.slug));

/** The error for an id whose record has another name here. */
export const nameMismatch = (kind: string, id: number, here: string, sent: string): BadValue =>
  new BadValue(
    `the ${kind} with the id ${id} is ${JSON.stringify(here)} here, not ${JSON.stringify(sent)}; ` +
      'leave out the id, or the name',
  );
