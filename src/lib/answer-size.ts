import { ServiceError } from './errors.ts';
import { isObject } from './object.ts';

/** How many characters an answer may have for each record of the largest page: 200 kB. */
const PER_RECORD = 200 * 1024;

/** How many characters a page may have (rules#concurrency). @param maxPerPage as in MAX_PER_PAGE */
export const mostCharacters = (maxPerPage: number): number => maxPerPage * PER_RECORD;

/** How many characters a single record may have, with all that it is linked to (rules#concurrency). */
export const MOST_OF_ONE = 4_000_000;

/** Of a page or record with more characters than these. */
export const answerTooLarge = (most: number): ServiceError =>
  new ServiceError('answer_too_large', {
    message:
      `The answer has more than the ${most.toLocaleString('en-US')} characters allowed; ask for ` +
      (most === MOST_OF_ONE ? '' : 'fewer records by a smaller per_page, or for ') +
      'less of each by _fields, without the descriptions of linked records: _fields=id,title,start_date,venue.venue,organizer.organizer.',
  });

/**
 * The characters of all texts of a value, each as often as it occurs.
 * @param most stop counting beyond this many
 * @param inBytes counts bytes of UTF-8 instead, and the keys of objects, which GraphQL lets clients choose
 */
export function charactersIn(value: unknown, most: number, inBytes = false): number {
  if (typeof value === 'string') return inBytes ? Buffer.byteLength(value) : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  if (Array.isArray(value)) {
    for (const one of value) {
      characters += charactersIn(one, most - characters, inBytes);
      if (characters > most) return characters;
    }
  } else if (isObject(value)) {
    // Data of answers are plain: all keys are their own.
    for (const name in value) {
      const one = value[name];
      if (inBytes) characters += Buffer.byteLength(name);
      if (typeof one === 'string') characters += inBytes ? Buffer.byteLength(one) : one.length;
      else if (typeof one === 'object' && one !== null)
        characters += charactersIn(one, most - characters, inBytes);
      if (characters > most) return characters;
    }
  }
  return characters;
}
