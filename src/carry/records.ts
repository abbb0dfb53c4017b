import type {
  CreateCategoryInput,
  CreateEventInput,
  CreateOrganizerInput,
  CreateTagInput,
  CreateVenueInput,
} from '../generated/schema.ts';

/** What every record of a source has, whatever the source is. */
interface Foreign {
  /** Where it stands in the source, such as `line 12` or an address. */
  readonly at: string;
}

/** A category or tag. One that is here already, by its slug or its name, is left as it is. */
interface ForeignTerm<Kind, Input> extends Foreign {
  readonly kind: Kind;
  /** What events and other terms of the source call it by. */
  readonly key: string;
  readonly input: Input;
}

interface ForeignCategory extends ForeignTerm<'category', Omit<CreateCategoryInput, 'parent'>> {
  /** The key of the category above, which has come before. */
  readonly parent?: string | undefined;
}

/** An event, venue or organizer. */
interface ForeignRecord<Kind, Input> extends Foreign {
  readonly kind: Kind;
  /**
   * By which it is known elsewhere: its global id there or its UID first, then what it was called before that.
   * Without one it is known by its slug, or by its name and what else tells it.
   */
  readonly names: readonly string[];
  /** Its fields; those that are left out are empty in a new record, and stay as they are in one that is here. */
  readonly input: Input;
}

/** When an event is, as an input has it. */
export type ForeignTimes = Pick<CreateEventInput, 'timezone' | 'allDay' | 'startDate' | 'endDate'>;

/** An event that takes place no more has the status `trash`: one that is here goes there, and no other comes. */
export interface ForeignEvent extends ForeignRecord<'event', CreateEventInput> {
  /** The first names of the venues that it has. They have come before; so have all others that it names. */
  readonly venues?: readonly string[] | undefined;
  readonly organizers?: readonly string[] | undefined;
  /** Keys. */
  readonly categories?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Fields of a new event, which stay as they are in one that is here. */
  readonly asNew?: Partial<CreateEventInput> | undefined;
  /** Whether its description is plain text: it replaces none here that says the same with tags. */
  readonly isPlain?: boolean | undefined;
  /** The first name of the event above it, which may come later. */
  readonly parent?: string | undefined;
}

export type ForeignVenue = ForeignRecord<'venue', CreateVenueInput>;
export type ForeignOrganizer = ForeignRecord<'organizer', CreateOrganizerInput>;
export type TermOfSource = ForeignCategory | ForeignTerm<'tag', CreateTagInput>;
export type RecordOfSource = ForeignEvent | ForeignVenue | ForeignOrganizer;

/** A part of a source that cannot be read; it is told as refused. */
export interface Unread extends Foreign {
  readonly kind: 'unread';
  /** Its title or name, as far as that can be read. */
  readonly what: string;
  readonly reason: string;
}

/**
 * What a source gives: a site, a calendar file or a table, read into the fields that the operations take. What
 * a record names comes before it.
 */
export type OfSource = TermOfSource | RecordOfSource | Unread;
