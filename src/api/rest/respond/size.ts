import type { Context } from '../../../domain/context/context.ts';
import {
  countCharacters,
  MAX_RECORD_CHARACTERS,
  maxPageCharacters,
  responseTooLarge,
} from '../../../lib/response-size.ts';
import type { Binding, Json } from '../../contract/types.ts';

/**
 * Refuses pages and records that are too large. A page repeats linked records, so its texts may be many times larger
 * than the stored texts.
 * @throws ServiceError answer_too_large 400
 */
export function checkSize(
  data: Readonly<Record<string, Json>>,
  { operation: { itemsKey, kind } }: Binding,
  { settings }: Context,
): void {
  // A change is already stored; `hydrateStored` limits its response to the size of a single record.
  if (kind !== 'query') return;
  const items = itemsKey === null ? null : data[itemsKey];
  const isPage = Array.isArray(items) && items.length > 1;
  const most = isPage ? maxPageCharacters(settings.maxPerPage) : MAX_RECORD_CHARACTERS;
  if (countCharacters(data, most) > most) throw responseTooLarge(most);
}
