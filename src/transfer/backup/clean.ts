import type { Fields } from '../../domain/content/fields.ts';
import { BadValue } from '../../lib/errors.ts';
import { isInvisible, plainText } from '../../lib/text.ts';
import { ImportError } from '../import/report.ts';

/** @throws ImportError naming what is wrong with it */
function cleanText(name: string, { restore = plainText }: Fields[string], text: string): unknown {
  try {
    return restore(text);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    throw new ImportError(`has a value of ${name} that cannot be stored: ${error.message}`);
  }
}

/**
 * Makes of the stored texts of a record what would be stored today: somebody may have edited the file, or it is an
 * older one.
 * @throws ImportError when nothing is left of its title or name, and for a value that could not be stored
 */
export function cleanFields<Values extends object>(fields: Fields, values: Values): Values {
  const clean = { ...values };
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (field && typeof value === 'string') Reflect.set(clean, name, cleanText(name, field, value));
  }
  const title: unknown = Reflect.get(clean, 'title') ?? Reflect.get(clean, 'name');
  if (typeof title === 'string' && isInvisible(title)) throw new ImportError('has no title or name');
  return clean;
}
