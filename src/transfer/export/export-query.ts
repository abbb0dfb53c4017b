import { FIRST_DAY, LAST_DAY } from '../../api/feeds/events.ts';
import type { RecordKind } from '../../lib/kinds.ts';

/** Filters that select days, so that the default does not apply. */
const DATE_FILTERS = /^(?:(?:start|end)_date|(?:starts|ends)_(?:before|after)|include|ongoing)(?:\[.*\])?$/;
const ALL_DATES = [
  ['start_date', FIRST_DAY],
  ['end_date', LAST_DAY],
] as const;

/**
 * Builds the query string of an export. Unlike the API's lists, which start today and show editors unpublished records,
 * an export has all days and only published records unless a filter selects others.
 * @param filters as typed: `categories=music`
 * @returns the query, or in `invalid` a text that is not a filter
 */
export function exportQuery(
  kind: RecordKind,
  filters: readonly string[],
): { query: string; invalid: null } | { invalid: string } {
  const invalid = filters.find((filter) => !/^[^=]+=/.test(filter));
  if (invalid !== undefined) return { invalid };
  const pairs = filters.map((filter): readonly [string, string] => {
    const at = filter.indexOf('=');
    return [filter.slice(0, at), filter.slice(at + 1)];
  });
  const names = pairs.map(([name]) => name);
  const all = [
    ...pairs,
    ...(kind === 'event' && !names.some((name) => DATE_FILTERS.test(name)) ? ALL_DATES : []),
    ...(names.some((name) => /^status(?:\[.*\])?$/.test(name)) ? [] : [['status', 'publish'] as const]),
  ];
  return { query: new URLSearchParams(all.map(([name, value]) => [name, value])).toString(), invalid: null };
}
