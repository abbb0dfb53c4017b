import type { Context } from '../../../domain/context/context.ts';
import { answerTooLarge, charactersIn, MOST_OF_ONE, mostCharacters } from '../../../lib/answer-size.ts';
import type { Binding, Json } from '../../contract/types.ts';

/**
 * Refuses pages and records that are too large. A page repeats the records that its own are linked to, so that its
 * texts may be many times those that were read.
 * @throws ServiceError answer_too_large 400
 */
export function checkSize(
  data: Readonly<Record<string, Json>>,
  { operation: { itemsKey, kind } }: Binding,
  { settings }: Context,
): void {
  // The change is stored already: what it answers has no more texts than a single record may (`hydrateChanged`).
  if (kind !== 'query') return;
  const items = itemsKey === null ? null : data[itemsKey];
  const isPage = Array.isArray(items) && items.length > 1;
  const most = isPage ? mostCharacters(settings.maxPerPage) : MOST_OF_ONE;
  if (charactersIn(data, most) > most) throw answerTooLarge(most);
}
