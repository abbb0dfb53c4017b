import { BadValue } from '../errors.ts';
import { sameText } from '../kernel/text.ts';

/**
 * Whether a record has the name that was sent together with its id; without a name, whether it has the slug
 * (rules#inline-records).
 */
export const isCalled = (
  record: { name: string; slug: string },
  name: string | null | undefined,
  slug: string | null | undefined,
): boolean => (name ? sameText(name, record.name) : !slug || sameText(slug, record.slug));

/** The refusal of an id that belongs to a record of another name here. */
export const otherRecord = (kind: string, id: number, here: string, sent: string): BadValue =>
  new BadValue(
    `the ${kind} with the id ${id} is ${JSON.stringify(here)} here, not ${JSON.stringify(sent)}; ` +
      'leave out the id, or the name',
  );
