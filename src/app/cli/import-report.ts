import type { RefusedRecord, Report } from '../../transfer/import/report.ts';
import { counted } from './kinds.ts';
import { table } from './program.ts';

/** In one line of refusals. */
const MAX_PLACES = 10;
/** Characters of a title or invalid value in a place. */
const MAX_TEXT_LENGTH = 60;
/** A value of the record in a reason: a text in quotes, or a number. */
const VALUES = /"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g;

/** All refusals of one kind of record for one reason. */
interface RefusalGroup {
  readonly kind: string;
  /** The reason, split at its values. */
  readonly pieces: readonly string[];
  /** The values of the first refusal; undefined if another refusal has a different one. */
  readonly common: (string | undefined)[];
  /** The first refusals, with their values. */
  readonly places: { refusal: RefusedRecord; values: readonly string[] }[];
  count: number;
}

const cut = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

/** Groups refusals whose reasons differ only in values, in order of first occurrence. */
function groupRefusals(refusals: Iterable<RefusedRecord>): RefusalGroup[] {
  const groups = new Map<string, RefusalGroup>();
  for (const refusal of refusals) {
    const { kind, reason } = refusal;
    const values = reason.match(VALUES) ?? [];
    const pieces = reason.split(VALUES);
    const key = JSON.stringify([kind, pieces]);
    const group = groups.get(key) ?? { kind, pieces, common: [...values], places: [], count: 0 };
    groups.set(key, group);
    group.count += 1;
    values.forEach((value, at) => {
      if (group.common[at] !== value) group.common[at] = undefined;
    });
    if (group.places.length < MAX_PLACES) group.places.push({ refusal, values });
  }
  return [...groups.values()];
}

const placeOf = ({ at, what }: RefusedRecord): string => (what === '' ? at : `${at}, ${cut(what)}`);

/** One line per group: the reason once, with `…` for different values, which follow their places. */
function refusalLine({ kind, pieces, common, places, count }: RefusalGroup): string {
  const [first] = places;
  if (first && count === 1) return `refused: ${placeOf(first.refusal)}: ${first.refusal.reason}`;
  const reason = pieces.map((piece, at) => piece + (at in common ? (common[at] ?? '…') : '')).join('');
  const named = places.map(({ refusal, values }) => {
    const own = values.filter((_, at) => common[at] === undefined).map(cut);
    return placeOf(refusal) + (own.length > 0 ? ` (${own.join(', ')})` : '');
  });
  const others = count > places.length ? `, and ${count - places.length} more` : '';
  return `refused: ${counted(count, kind)}: ${reason}: ${named.join('; ')}${others}`;
}

/**
 * Formats the report of an import for a terminal: a table, and a line for each reason of omitted values or refused
 * records (rules#imports), with few of its places.
 */
export function reportText({ counts, refused, leftOut }: Report, dryRun: boolean): string {
  const rows = Object.entries(counts).map(([kind, { created, changed, unchanged }]) => [
    kind,
    created,
    changed,
    unchanged,
  ]);
  const omissions = leftOut.map(
    ({ kind, field, reason, count, at, what }) =>
      `omitted: ${field} of ${counted(count, kind)}, first in ${at}, ${what}: ${reason}`,
  );
  const note = dryRun ? ['Dry run: nothing was stored. An import would do this:'] : [];
  return [
    ...note,
    table([['', 'CREATED', 'CHANGED', 'UNCHANGED'], ...rows]),
    ...omissions,
    ...groupRefusals(refused).map(refusalLine),
  ].join('\n');
}
