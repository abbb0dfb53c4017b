import type { Contract, Json } from '../../contract/types.ts';

const TIME = 'modified_utc';

type Times = (body: Json | undefined) => string[];

/** Times of change in a body, its own and those of the records in it: `YYYY-MM-DD HH:MM:SS` in UTC. */
function timesOf(contract: Contract, name: string): Times | null {
  const keys = contract.records.get(name)?.keys ?? [];
  const shown = keys.flatMap(({ key, type }): [string, Times][] => {
    const times = type.kind === 'record' ? timesOf(contract, type.name) : null;
    return times ? [[key, times]] : [];
  });
  if (shown.length === 0 && !keys.some(({ key }) => key === TIME)) return null;
  const times: Times = (body) => {
    if (typeof body !== 'object' || body === null) return [];
    if (Array.isArray(body)) return body.flatMap(times);
    const own = body[TIME];
    return [...(typeof own === 'string' ? [own] : []), ...shown.flatMap(([key, inner]) => inner(body[key]))];
  };
  return times;
}

/**
 * `Last-Modified` of a kind of record: when the one that is shown, or a record in it, was changed last. null
 * for records that do not know, as terms.
 */
export function lastModifiedOf(contract: Contract, name: string): (body: Json) => string | null {
  const times = timesOf(contract, name);
  return (body) => {
    const [latest] = times?.(body).sort().reverse() ?? [];
    return latest === undefined ? null : new Date(`${latest.replace(' ', 'T')}Z`).toUTCString();
  };
}
