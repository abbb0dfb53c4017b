import type { Body } from '../../api/rest/index.ts';
import type { TermKind } from '../../domain/terms/index.ts';
import type { RecordKind } from '../../lib/kinds.ts';

export type SourceKind = RecordKind | TermKind;

/** Body parameters that link to other records, with the kinds of these. */
export const LINK_KINDS = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
  parent: 'category',
  post_parent: 'event',
} as const satisfies Readonly<Record<string, SourceKind>>;
export type LinkName = keyof typeof LINK_KINDS;

const NAME = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
} as const satisfies Readonly<Record<SourceKind, string>>;

/** The occurrence of a series that an event replaces. */
export interface SourceOccurrence {
  /** The first external id of the series' parent, or its slug; the parent precedes the event in the source. */
  readonly series: string | { readonly slug: string };
  /** The planned start in local time of the series, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
}

/**
 * A record of a source. An event with a `recurrence` is the parent of a series. An event with the status `trash` is
 * trashed if it exists here, else skipped.
 */
export interface SourceRecord {
  readonly kind: SourceKind;
  /** Its place in the source, such as `line 12`. */
  readonly at: string;
  /**
   * Its ids elsewhere: its global id or UID, then its lineage. A record without any is found by its slug, or by its
   * name and start (events) or city (venues). Those of a category or tag exist during the import only.
   */
  readonly externalIds: readonly string[];
  /** Fields as in POST and PUT. An absent field is empty in a new record, and unchanged in an existing one. */
  readonly body: Body;
  /** Links by first external ids. Linked records precede this one; the parent of an event may come later. */
  readonly links?: Readonly<Partial<Record<LinkName, readonly string[] | undefined>>> | undefined;
  readonly onCreate?: Body | undefined;
  /** Whether the description is plain text. It does not replace a stored one that differs only by HTML tags. */
  readonly isPlain?: boolean | undefined;
  readonly occurrence?: SourceOccurrence | undefined;
  /** Whether the record was counted before, and is now repeated to set its links. */
  readonly isLinksOnly?: boolean | undefined;
  /** The occurrences of a series as single events, for a series that was imported like that before. */
  readonly asSingleEvents?: (() => readonly SourceRecord[]) | undefined;
}

/** A part of a source that cannot be read; reported as refused. */
interface Unreadable {
  readonly kind: 'unreadable';
  readonly at: string;
  /** Its title or name, if readable. */
  readonly what: string;
  readonly reason: string;
}

/** An entry of a source: a site, an iCalendar file or a table. */
export type SourceEntry = SourceRecord | Unreadable;

export const recordName = ({ kind, body }: SourceRecord): string => String(body[NAME[kind]] ?? '');

/** Names of terms in a body, as HTML forms send lists; in other forms `[Folk]` would be parsed as a list. */
export const termNames = (names: readonly string[]): Body => ({ ...[...new Set(names)] });
