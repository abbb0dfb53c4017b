import type { RefusedRecord, Report } from '../../transfer/import/report.ts';
import { counted } from './kinds.ts';
import { table } from './program.ts';

/** Most places that a line of refusals names. */
const MOST_PLACES = 10;
/** Most characters of a title or of an offending value that a place shows. */
const LONGEST = 60;
/** What a reason takes from the record: a text in quotes, or a number. */
const VALUES = /"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?/g;

/** All refusals of one kind of record for one reason. */
interface RefusalGroup {
  readonly kind: string;
  /** The reason in pieces, between which the values stand. */
  readonly pieces: readonly string[];
  /** The values of the first refusal; undefined where others have another one. */
  readonly common: (string | undefined)[];
  /** The first refusals, with their values. */
  readonly places: { refusal: RefusedRecord; values: readonly string[] }[];
  count: number;
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Groups refusals whose reasons differ only in values, in the order in which they were found first. */
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
    if (group.places.length < MOST_PLACES) group.places.push({ refusal, values });
  }
  return [...groups.values()];
}

const placeOf = ({ at, what }: RefusedRecord): string => (what === '' ? at : `${at}, ${cut(what)}`);

/** One line: the reason once, with `…` for values that differ, which stand behind their places. */
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
 * What an import has done, for a terminal: a table, and a line for each reason for which values were left out or
 * records refused (rules#imports). It names few places of each, however many there are.
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
      `left out: ${field} of ${counted(count, kind)}, first of ${at}, ${what}: ${reason}`,
  );
  const said = dryRun ? ['Nothing is stored; this is what would be:'] : [];
  return [
    ...said,
    table([['', 'CREATED', 'CHANGED', 'UNCHANGED'], ...rows]),
    ...omissions,
    ...groupRefusals(refused).map(refusalLine),
  ].join('\n');
}
