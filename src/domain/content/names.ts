import { BadValue } from '../../lib/errors.ts';
import { sameText } from '../../lib/text.ts';
import { normalForm } from '../../lib/unicode-normal-form.ts';

/** The form in which names are compared: without regard to case (rules#inline-records). */
export const nameKey = (name: string): string => normalForm(name, 'NFC').toLowerCase();

/** Whether a record has the name, or without one the slug, that an input sends with its id (rules#inline-records). */
export const matchesNameOrSlug = (
  record: { name: string; slug: string },
  name: string | null | undefined,
  slug: string | null | undefined,
): boolean => (name ? sameText(name, record.name) : !slug || sameText(slug, record.slug));

/** The error for an id whose record has a different name than the input. */
export const nameMismatch = (kind: string, id: number, stored: string, input: string): BadValue =>
  new BadValue(
    `the ${kind} with the id ${id} is ${JSON.stringify(stored)} here, not ${JSON.stringify(input)}; ` +
      'leave out the id, or the name',
  );
