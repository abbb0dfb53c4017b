import type { Context } from '../../context.ts';
import type { Binding, Json } from '../../contract/types.ts';
import { ServiceError } from '../../errors.ts';
import { charactersIn } from '../../graphql/size.ts';

/** How many characters an answer may have for each record of the largest page: 200 kB. */
const PER_RECORD = 200 * 1024;
/** Answers with fewer need no place in memory of their own: there are at most as many as records of lists. */
const SMALL = 100_000;

const tooLarge = (most: number): ServiceError =>
  new ServiceError('answer_too_large', {
    message:
      `The answer has more than the ${most.toLocaleString('en-US')} characters allowed; ask for fewer records by ` +
      'a smaller per_page, or by _fields without the descriptions of what they are linked to.',
  });

/**
 * Waits until there is memory for writing what an operation has found (rules#turns). A page repeats the records
 * that its own are linked to, so that its texts may be many times those that were read.
 * @returns undefined where it need not wait
 * @throws ServiceError answer_too_large 400 for pages of more than one record; service_unavailable 503
 */
export function memoryFor(
  data: Readonly<Record<string, Json>>,
  { operation: { itemsKey, kind } }: Binding,
  context: Context,
): Promise<void> | undefined {
  // What a change answers is a single record, and the change is stored already.
  if (kind !== 'query') return undefined;
  const items = itemsKey === null ? null : data[itemsKey];
  const isPage = Array.isArray(items) && items.length > 1;
  const most = isPage ? context.settings.maxPerPage * PER_RECORD : Number.POSITIVE_INFINITY;
  const characters = charactersIn(data, most);
  if (characters > most) throw tooLarge(most);
  return characters > SMALL ? context.reserveCharacters(characters) : undefined;
}
