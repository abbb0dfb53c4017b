import { ServiceError } from './errors.ts';

/** How many characters an answer may have for each record of the largest page: 200 kB. */
const PER_RECORD = 200 * 1024;

/** How many characters a page may have (rules#concurrency). @param maxPerPage as in MAX_PER_PAGE */
export const mostCharacters = (maxPerPage: number): number => maxPerPage * PER_RECORD;

/** Of a page with more characters than these. */
export const answerTooLarge = (most: number): ServiceError =>
  new ServiceError('answer_too_large', {
    message:
      `The answer has more than the ${most.toLocaleString('en-US')} characters allowed; ask for fewer records by ` +
      'a smaller per_page, or by _fields without the descriptions of what they are linked to.',
  });
