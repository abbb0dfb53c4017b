import { ServiceError } from './errors.ts';
import { isObject } from './object.ts';

/** Average per record of the largest page: 200 kB. */
const MAX_CHARACTERS_PER_RECORD = 200 * 1024;

/** Limit of a page of records (rules#concurrency). @param maxPerPage `MAX_PER_PAGE` */
export const maxPageCharacters = (maxPerPage: number): number => maxPerPage * MAX_CHARACTERS_PER_RECORD;

/** Limit of a single record with its linked records (rules#concurrency). */
export const MAX_RECORD_CHARACTERS = 4_000_000;

/** The error for a page or record with more than `most` characters. */
export const responseTooLarge = (most: number): ServiceError =>
  new ServiceError('answer_too_large', {
    message:
      `The response has more than the ${most.toLocaleString('en-US')} characters allowed. Request ` +
      (most === MAX_RECORD_CHARACTERS ? '' : 'fewer records with a smaller per_page, or ') +
      'fewer fields with _fields, without the descriptions of linked records: _fields=id,title,start_date,venue.venue,organizer.organizer. In a list, each name begins with "events.", as in events.title.',
  });

/**
 * Counts the characters of all strings in a value; repeated strings count each time.
 * @param most stops counting above this number
 * @param inBytes counts UTF-8 bytes, and also object keys, because GraphQL clients choose these (aliases)
 */
export function countCharacters(value: unknown, most: number, inBytes = false): number {
  if (typeof value === 'string') return inBytes ? Buffer.byteLength(value) : value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  if (Array.isArray(value)) {
    for (const one of value) {
      characters += countCharacters(one, most - characters, inBytes);
      if (characters > most) return characters;
    }
  } else if (isObject(value)) {
    // Response data are plain objects, so `for in` visits own keys only.
    for (const name in value) {
      const one = value[name];
      if (inBytes) characters += Buffer.byteLength(name);
      if (typeof one === 'string') characters += inBytes ? Buffer.byteLength(one) : one.length;
      else if (typeof one === 'object' && one !== null)
        characters += countCharacters(one, most - characters, inBytes);
      if (characters > most) return characters;
    }
  }
  return characters;
}
