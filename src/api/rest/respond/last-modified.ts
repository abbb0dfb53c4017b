import type { Contract, Json } from '../../contract/types.ts';

const TIME = 'modified_utc';

/** The keys of a record below which there are times of change, besides its own. */
type ModifiedKeys = ReadonlyMap<string, ModifiedKeys>;

/** Where a kind of record has times of change; null for records without them, such as terms. */
export function modifiedKeys(contract: Contract, name: string): ModifiedKeys | null {
  const keys = contract.records.get(name)?.keys ?? [];
  const shown = keys.flatMap(({ key, type }): [string, ModifiedKeys][] => {
    const times = type.kind === 'record' ? modifiedKeys(contract, type.name) : null;
    return times ? [[key, times]] : [];
  });
  if (shown.length === 0 && !keys.some(({ key }) => key === TIME)) return null;
  return new Map(shown);
}

/**
 * The latest time of change in a body, including the records in it: `YYYY-MM-DD HH:MM:SS` in UTC, or an empty
 * text.
 */
export function latestIn(body: Json | undefined, times: ModifiedKeys): string {
  if (typeof body !== 'object' || body === null) return '';
  let latest = '';
  if (Array.isArray(body)) {
    for (const one of body) {
      const time = latestIn(one, times);
      if (time > latest) latest = time;
    }
    return latest;
  }
  const own = body[TIME];
  if (typeof own === 'string') latest = own;
  for (const [key, inner] of times) {
    const time = latestIn(body[key], inner);
    if (time > latest) latest = time;
  }
  return latest;
}
