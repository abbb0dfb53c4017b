import { BadValue } from '../../lib/errors.ts';
import { isInvisible, plainText } from '../../lib/text.ts';
import { httpUrl } from '../../lib/url.ts';
import { ImportError } from '../import/report.ts';

/** @throws ImportError naming what is wrong with it */
function cleanWebsite(text: string): string {
  try {
    return text === '' ? '' : httpUrl(text);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    throw new ImportError(`has a website that cannot be stored: ${error.message}`);
  }
}

const cleanText = (name: string, text: string): string =>
  // A website may contain what looks like a tag.
  name === 'website' ? cleanWebsite(text) : plainText(text);

/**
 * Makes of the texts of a record what would be stored today: somebody may have edited the file, or it is an
 * older one.
 * @throws ImportError when nothing is left of its title or name, and for a website that is none
 */
export function cleanFields<F extends object>(fields: F): F {
  const clean = { ...fields };
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') Reflect.set(clean, name, cleanText(name, value));
  const title: unknown = Reflect.get(clean, 'title') ?? Reflect.get(clean, 'name');
  if (typeof title === 'string' && isInvisible(title)) throw new ImportError('has no title or name');
  return clean;
}
