import { invalidParams } from '../../lib/errors.ts';
import { MAX_ALT_LENGTH } from '../../lib/pictures.ts';
import { plainText } from '../../lib/text.ts';

/**
 * The text in place of a picture as it is stored: plain text in one line.
 * @throws ServiceError rest_invalid_param 400 (`alt`) for a text that is too long
 */
export function checkAltText(alt: string): string {
  const text = plainText(alt).replace(/\s+/g, ' ');
  if (text.length > MAX_ALT_LENGTH)
    throw invalidParams({ alt: { message: `must have at most ${MAX_ALT_LENGTH} characters` } });
  return text;
}
