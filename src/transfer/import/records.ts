import type {
  CreateCategoryInput,
  CreateEventInput,
  CreateOrganizerInput,
  CreateTagInput,
  CreateVenueInput,
} from '../../domain/generated/schema.ts';

/** What everything in a source has. */
interface Foreign {
  /** Where it stands in the source, such as `line 12` or an address. */
  readonly at: string;
}

/** A category or tag. One that exists here already, by its slug or name, is not changed. */
interface ForeignTerm<Kind, Input> extends Foreign {
  readonly kind: Kind;
  /** By which events and other terms of the source refer to it. */
  readonly key: string;
  readonly input: Input;
}

interface ForeignCategory extends ForeignTerm<'category', Omit<CreateCategoryInput, 'parent'>> {
  /** The key of its parent, which comes before it. */
  readonly parent?: string | undefined;
}

/** An event, venue or organizer. */
interface ForeignRecord<Kind, Input> extends Foreign {
  readonly kind: Kind;
  /**
   * Its names elsewhere: first its global id or UID, then its lineage. A record without any is found by its
   * slug, or by its name and start (events) or city (venues).
   */
  readonly names: readonly string[];
  /** Its fields. One that is absent is empty in a new record, and unchanged in an existing one. */
  readonly input: Input;
}

/** When an event is, as an input has it. */
export type ForeignTimes = Pick<CreateEventInput, 'timezone' | 'allDay' | 'startDate' | 'endDate'>;

/**
 * An event. A cancelled one has the status `trash`: if it exists here it goes to the trash, else it is
 * skipped.
 */
export interface ForeignEvent extends ForeignRecord<'event', CreateEventInput> {
  /** The first names of its venues. Everything that an event refers to comes before it, except its parent. */
  readonly venues?: readonly string[] | undefined;
  readonly organizers?: readonly string[] | undefined;
  /** Keys of terms. */
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Fields for a new event only. */
  readonly asNew?: Partial<CreateEventInput> | undefined;
  /**
   * Whether the description is plain text. It does not replace one here that is the same but for its HTML
   * tags.
   */
  readonly isPlain?: boolean | undefined;
  /** The first name of its parent, which may come later. */
  readonly parent?: string | undefined;
}

export type ForeignVenue = ForeignRecord<'venue', CreateVenueInput>;
export type ForeignOrganizer = ForeignRecord<'organizer', CreateOrganizerInput>;
export type TermOfSource = ForeignCategory | ForeignTerm<'tag', CreateTagInput>;
export type RecordOfSource = ForeignEvent | ForeignVenue | ForeignOrganizer;

/** A part of a source that cannot be read. It is reported as refused. */
interface Unread extends Foreign {
  readonly kind: 'unread';
  /** Its title or name, if that can be read. */
  readonly what: string;
  readonly reason: string;
}

/**
 * What is read from a source (a site, an iCalendar file, a CSV file), with the fields that mutations take.
 */
export type OfSource = TermOfSource | RecordOfSource | Unread;
