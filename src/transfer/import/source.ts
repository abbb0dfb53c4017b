import type { Body } from '../../api/rest/index.ts';
import type { TermKind } from '../../domain/terms/index.ts';
import type { RecordKind } from '../../lib/kinds.ts';

export type SourceKind = RecordKind | TermKind;

/** Parameters of bodies that link to other records, and the kinds of these. */
export const LINKED = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  parent: 'category',
  post_parent: 'event',
} as const satisfies Readonly<Record<string, SourceKind>>;
export type LinkName = keyof typeof LINKED;

/** The parameter with the title or name of a record. */
const NAME = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
} as const satisfies Readonly<Record<SourceKind, string>>;

/** An occurrence of a series, in whose place an event is. */
export interface SourceOccurrence {
  /** The first external id of the parent of the series, or its slug; the parent comes before. */
  readonly series: string | { readonly slug: string };
  /** The planned start on the clock of the series, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
}

/**
 * A record of a source. An event with a `recurrence` is the parent of a series. An event with the status `trash` goes to
 * the trash if it is here, else it is skipped.
 */
export interface SourceRecord {
  readonly kind: SourceKind;
  /** Where it stands in the source, such as `line 12`. */
  readonly at: string;
  /**
   * Its names elsewhere: first its global id or UID, then its lineage. A record without any is found by its slug, or by
   * its name and start (events) or city (venues). Of a category or tag they are known during the import only.
   */
  readonly externalIds: readonly string[];
  /** Its fields as POST and PUT take them. One that is absent is empty in a new record, and unchanged in a known one. */
  readonly body: Body;
  /** Links by first external ids. The linked records come before it; the parent of an event may come later. */
  readonly links?: Readonly<Partial<Record<LinkName, readonly string[] | undefined>>> | undefined;
  /** Fields for a new record only. */
  readonly onCreate?: Body | undefined;
  /** Whether the description is plain text. It does not replace one here that differs only by HTML tags. */
  readonly isPlain?: boolean | undefined;
  readonly occurrence?: SourceOccurrence | undefined;
  /** Whether it has been counted already, and comes again for links alone. */
  readonly isAgain?: boolean | undefined;
  /** The events of a series one by one: they stay so where they have come so before. */
  readonly singles?: (() => readonly SourceRecord[]) | undefined;
}

/** A part of a source that cannot be read. It is reported as refused. */
interface Unreadable {
  readonly kind: 'unreadable';
  readonly at: string;
  /** Its title or name, if that can be read. */
  readonly what: string;
  readonly reason: string;
}

/** A part of a source: a site, an iCalendar file or a table. */
export type SourceEntry = SourceRecord | Unreadable;

export const recordName = ({ kind, body }: SourceRecord): string => String(body[NAME[kind]] ?? '');

/** Names of terms in a body, in the form in which HTML forms send lists: in others `[Folk]` would be taken for a list. */
export const termNames = (names: readonly string[]): Body => ({ ...[...new Set(names)] });
