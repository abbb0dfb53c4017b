import type {
  CreateCategoryInput,
  CreateEventInput,
  CreateOrganizerInput,
  CreateTagInput,
  CreateVenueInput,
} from '../../domain/generated/schema.ts';

/** What everything in a source has. */
interface Entry {
  /** Where it stands in the source, such as `line 12` or an address. */
  readonly at: string;
}

/** A category or tag. One that exists here already, by its slug or name, is not changed. */
interface TermEntry<Kind, Input> extends Entry {
  readonly kind: Kind;
  /** By which events and other terms of the source refer to it. */
  readonly key: string;
  readonly input: Input;
}

interface SourceCategory extends TermEntry<'category', Omit<CreateCategoryInput, 'parent'>> {
  /** The key of its parent, which comes before it. */
  readonly parent?: string | undefined;
}

/** An event, venue or organizer. */
interface RecordEntry<Kind, Input> extends Entry {
  readonly kind: Kind;
  /**
   * Its names elsewhere: first its global id or UID, then its lineage. A record without any is found by its
   * slug, or by its name and start (events) or city (venues).
   */
  readonly externalIds: readonly string[];
  /** Its fields. One that is absent is empty in a new record, and unchanged in an existing one. */
  readonly input: Input;
}

export type SourceTimes = Pick<CreateEventInput, 'timezone' | 'allDay' | 'startDate' | 'endDate'>;

/** An occurrence of a series, in whose place an event is. */
export interface SourceOccurrence {
  /** The first name of the parent of the series, or its slug; it comes before it. */
  readonly series: string | { readonly slug: string };
  /** The planned start on the clock of the series, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string;
}

/**
 * An event; with a `recurrence` it is the first of a series. An occurrence that its series leaves out has the status `trash`: if it exists here it goes to the
 * trash, else it is skipped.
 */
export interface SourceEvent extends RecordEntry<'event', CreateEventInput> {
  /** The first names of its venues. Everything that an event refers to comes before it, except its parent. */
  readonly venues?: readonly string[] | undefined;
  readonly organizers?: readonly string[] | undefined;
  /** Keys of terms. */
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Fields for a new event only. */
  readonly onCreate?: Partial<CreateEventInput> | undefined;
  /**
   * Whether the description is plain text. It does not replace one here that is the same but for its HTML
   * tags.
   */
  readonly isPlain?: boolean | undefined;
  readonly occurrence?: SourceOccurrence | undefined;
  /** The events of a series one by one: they stay so where they have come so before. */
  readonly singles?: (() => readonly SourceEvent[]) | undefined;
  /** The first name of its parent, which may come later. */
  readonly parent?: string | undefined;
}

export type SourceVenue = RecordEntry<'venue', CreateVenueInput>;
export type SourceOrganizer = RecordEntry<'organizer', CreateOrganizerInput>;
export type SourceTerm = SourceCategory | TermEntry<'tag', CreateTagInput>;
export type SourceRecord = SourceEvent | SourceVenue | SourceOrganizer;

/** A part of a source that cannot be read. It is reported as refused. */
interface UnreadableEntry extends Entry {
  readonly kind: 'unreadable';
  /** Its title or name, if that can be read. */
  readonly what: string;
  readonly reason: string;
}

/**
 * What is read from a source (a site, an iCalendar file, a CSV file), with the fields that mutations take.
 */
export type SourceEntry = SourceTerm | SourceRecord | UnreadableEntry;
