import type { Json } from '../../contract/types.ts';

/** Times of change in a body, its own and those of the records in it: `YYYY-MM-DD HH:MM:SS` in UTC. */
function times(body: Json | undefined): string[] {
  if (typeof body !== 'object' || body === null) return [];
  if (Array.isArray(body)) return body.flatMap(times);
  const { modified_utc: own, venue, organizer } = body;
  return [...(typeof own === 'string' ? [own] : []), ...times(venue), ...times(organizer)];
}

/**
 * `Last-Modified` of a record: when it, or a record that it shows, was changed last. null for records that do
 * not know, as terms.
 */
export function lastModified(body: Json): string | null {
  const [latest] = times(body).sort().reverse();
  return latest === undefined ? null : new Date(`${latest.replace(' ', 'T')}Z`).toUTCString();
}
