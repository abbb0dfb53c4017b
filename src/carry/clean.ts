import { isInvisible, plainText } from '../kernel/text.ts';
import { Refused } from './report.ts';

/**
 * Removes HTML and control characters from the texts of a record: somebody may have edited the file.
 * @throws Refused when nothing is left of its title or name
 */
export function cleanFields<F extends object>(fields: F): F {
  const clean = { ...fields };
  // A website has been checked as an address, and may contain what looks like a tag.
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' && name !== 'website') Reflect.set(clean, name, plainText(value));
  const title: unknown = Reflect.get(clean, 'title') ?? Reflect.get(clean, 'name');
  if (typeof title === 'string' && isInvisible(title)) throw new Refused('has no title or name');
  return clean;
}
