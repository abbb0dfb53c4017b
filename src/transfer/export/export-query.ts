import { FIRST_DAY, LAST_DAY } from '../../api/feeds/events.ts';
import type { RecordKind } from '../../lib/kinds.ts';

/** Filters that say which days are meant, so that no default applies. */
const DATES = /^(?:(?:start|end)_date|(?:starts|ends)_(?:before|after)|include|ongoing)(?:\[.*\])?$/;
const EVER = [
  ['start_date', FIRST_DAY],
  ['end_date', LAST_DAY],
] as const;

/**
 * The query string for an export. Lists of the API begin today, and show editors unpublished records too; an
 * export has all days and what is published, unless a filter says otherwise.
 * @param filters as they were typed: `categories=music`
 * @returns the query, or in `invalid` a text that is no filter
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
    ...(kind === 'event' && !names.some((name) => DATES.test(name)) ? EVER : []),
    ...(names.some((name) => /^status(?:\[.*\])?$/.test(name)) ? [] : [['status', 'publish'] as const]),
  ];
  return { query: new URLSearchParams(all.map(([name, value]) => [name, value])).toString(), invalid: null };
}
