import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { RECORD_KINDS, type RecordKind } from '../records/kinds.ts';
import type { Column } from './csv-column.ts';
import { EVENT_COLUMNS } from './csv-events.ts';
import { ORGANIZER_COLUMNS, VENUE_COLUMNS } from './csv-named.ts';
import { Refused } from './report.ts';

/** What columns of a file mean, where their headings do not say it: a field by a heading, empty for none. */
export type Mapping = ReadonlyMap<string, string>;

type ReadColumn = Pick<Column<never>, 'name' | 'also' | 'field'>;

const COLUMNS: Readonly<Record<RecordKind, readonly ReadColumn[]>> = {
  event: EVENT_COLUMNS,
  // Which the address has no line of its own for here.
  venue: [...VENUE_COLUMNS, { name: 'VENUE ADDRESS 2', field: 'address_2' }],
  organizer: ORGANIZER_COLUMNS,
};
const NEEDED: Readonly<Record<RecordKind, readonly string[]>> = {
  event: ['title', 'start_date'],
  venue: ['name'],
  organizer: ['name'],
};

/** As headings are compared: `Event_Name` is `EVENT NAME`. */
export const headingOf = (text: string): string =>
  text
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toUpperCase();

/** Fields by all headings that mean them. */
const fieldsOf = (kind: RecordKind): Map<string, string> =>
  new Map(
    COLUMNS[kind].flatMap(({ name, also = [], field }) =>
      [name, ...also, headingOf(field)].map((heading) => [heading, field] as const),
    ),
  );

/** The kind of record that a file has rows of. @throws Refused when its headings do not say it */
function kindOf(headings: readonly string[]): RecordKind {
  const names = headings.map(headingOf);
  const kind = RECORD_KINDS.find((one) =>
    COLUMNS[one].some(
      ({ name, also = [], field }) =>
        field === NEEDED[one][0] && [name, ...also].some((known) => names.includes(known)),
    ),
  );
  if (kind) return kind;
  if (names.includes('TITLE')) return 'event';
  const found = headings.join(', ').slice(0, 300);
  throw new Refused(
    `has no column that says what its rows are (${found}): name one EVENT NAME, or tell --kind and --map`,
  );
}

/** The columns of a file. */
export interface Headings {
  readonly kind: RecordKind;
  /** What each column means; undefined for one that is not read. */
  readonly fields: readonly (string | undefined)[];
  /** Headings of those that are not read. */
  readonly unread: readonly string[];
  /** What the mapping has a word on, and the file does not have. */
  readonly absent: readonly string[];
}

/** @throws Refused for a mapping to a field that is none */
function mapped(kind: RecordKind, known: ReadonlyMap<string, string>, to: string): string | undefined {
  if (to.trim() === '') return undefined;
  const field = known.get(headingOf(to));
  if (field !== undefined) return field;
  const [near] = suggestionList(to, [...new Set(known.values())]);
  throw new Refused(
    `cannot be read by a mapping to "${to}", which no ${kind} has${near ? `; did you mean ${near}?` : ''}`,
  );
}

/**
 * What the columns of a file mean: what the mapping says, else what their headings do.
 * @throws Refused when something that every record needs is missing, or two columns mean the same
 */
export function readHeadings(
  headings: readonly string[],
  mapping: Mapping = new Map(),
  asked?: RecordKind,
): Headings {
  const kind = asked ?? kindOf([...headings, ...mapping.values()]);
  const known = fieldsOf(kind);
  const own = new Map([...mapping].map(([heading, to]) => [headingOf(heading), to]));
  const fields = headings.map((heading) => {
    const to = own.get(headingOf(heading));
    return to === undefined ? known.get(headingOf(heading)) : mapped(kind, known, to);
  });
  const missing = NEEDED[kind].filter((field) => !fields.includes(field));
  const wanted = missing.map((field) => COLUMNS[kind].find((one) => one.field === field)?.name);
  if (missing.length > 0)
    throw new Refused(`has no column ${wanted.join(', ')}: name it so, or tell by --map which one it is`);
  const twice = fields.find((field, at) => field !== undefined && fields.indexOf(field) !== at);
  if (twice !== undefined) throw new Refused(`has two columns that mean ${twice}`);
  const there = headings.map(headingOf);
  return {
    kind,
    fields,
    unread: headings.filter((_, at) => fields[at] === undefined),
    absent: [...mapping.keys()].filter((heading) => !there.includes(headingOf(heading))),
  };
}
