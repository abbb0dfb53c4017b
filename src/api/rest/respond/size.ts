import type { Context } from '../../../domain/context/context.ts';
import { answerTooLarge, charactersIn, MOST_OF_ONE, mostCharacters } from '../../../lib/answer-size.ts';
import type { Binding, Json } from '../../contract/types.ts';

/** Answers with fewer need no place in memory of their own: there are at most as many as records of lists. */
const SMALL = 100_000;

/**
 * Waits until there is memory for writing what an operation has found (rules#concurrency). A page repeats the records
 * that its own are linked to, so that its texts may be many times those that were read.
 * @returns undefined where it need not wait
 * @throws ServiceError answer_too_large 400 for pages and records that are too large; service_unavailable 503
 */
export function memoryFor(
  data: Readonly<Record<string, Json>>,
  { operation: { itemsKey, kind } }: Binding,
  context: Context,
): Promise<void> | undefined {
  // The change is stored already: what it answers has no more texts than a single record may (`hydrateChanged`).
  if (kind !== 'query') return undefined;
  const items = itemsKey === null ? null : data[itemsKey];
  const list = Array.isArray(items) ? items : [];
  const isPage = list.length > 1;
  const most = isPage ? mostCharacters(context.settings.maxPerPage) : MOST_OF_ONE;
  const characters = charactersIn(data, most);
  if (characters > most) throw answerTooLarge(most);
  return characters > SMALL ? context.limits.reserveCharacters(characters) : undefined;
}
