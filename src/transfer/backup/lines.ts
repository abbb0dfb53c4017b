import { z } from 'zod';
import { ROLES } from '../../domain/access/role.ts';
import { type Fields, initials, type RecordOf } from '../../domain/content/fields.ts';
import { FIELDS as EVENT } from '../../domain/events/event.fields.ts';
import { FIELDS as organizerFields } from '../../domain/organizers/organizer.fields.ts';
import { FIELDS as venueFields } from '../../domain/venues/venue.fields.ts';
import { BadValue } from '../../lib/errors.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { isObject } from '../../lib/object.ts';
import { STATUSES } from '../../lib/statuses.ts';
import { httpUrl } from '../../lib/url.ts';

/** Version of the format of exports. Others are refused. */
export const VERSION = 1;

/**
 * The largest id that a file may name. The sequences of ids are set behind those of a file, and end at 2³¹ - 1:
 * this leaves 147 million for new records.
 */
const LAST_ID = 2_000_000_000;
const BEYOND = `is beyond ${LAST_ID}, which leaves too few for new records`;
const id = z.int().min(1).max(LAST_ID, BEYOND);
const lastId = z.int().min(0).max(LAST_ID, BEYOND);
const isoLocal = z.iso.datetime({ local: true });
const moment = z
  .string()
  .refine(
    (text) => text.length === 19 && isoLocal.safeParse(text.replace(' ', 'T')).success,
    'is not a date',
  );

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** Whether a value has the type of a field, going by the field's initial value. */
function fits(value: unknown, initial: unknown): boolean {
  if (Array.isArray(initial)) return Array.isArray(value) && value.every(isText);
  if (initial === null) return value === null || (typeof value === 'number' && Number.isFinite(value));
  return typeof initial === 'string' ? isText(value) : typeof value === typeof initial;
}

/** A web address as it is stored now: an older export may have characters that are encoded today. */
const webAddress = z.string().transform((text, { addIssue }) => {
  try {
    return text === '' ? '' : httpUrl(text);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    addIssue(error.message);
    return z.NEVER;
  }
});

/**
 * The stored fields of a resource. One that an older export lacks gets its initial value; unknown ones are
 * dropped.
 */
function own<F extends Fields>(fields: F) {
  const complete = (value: unknown): unknown =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(initials(fields)).map(([name, initial]) => [name, value[name] ?? initial]),
        )
      : value;
  const isOwn = (value: unknown): value is RecordOf<F> =>
    isObject(value) &&
    Object.entries(initials(fields)).every(([name, initial]) => fits(value[name], initial));
  const values = z.custom<RecordOf<F>>(isOwn, 'has a value that cannot be stored');
  return z.preprocess(complete, values);
}

/** What events, venues and organizers share. */
const shared = {
  id,
  /** The login of the author; null if the user does not exist any more. */
  author: z.string().nullable(),
  status: z.enum(STATUSES),
  dateUtc: moment,
  modifiedUtc: moment,
  undated: z.boolean(),
  slug: z.string().regex(/^[a-z0-9_-]+$/, 'is not a slug'),
  description: z.string(),
  excerpt: z.string(),
  image: webAddress.nullable(),
};

const term = { id, name: z.string().min(1), slug: shared.slug, description: z.string() };

/** A line of an export. Kinds come in this order, so that whatever a line refers to has come before it. */
export const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('calendar'),
    version: z.literal(VERSION, 'is of another version of the service'),
    /** Identifies the calendar, also without a public address. */
    origin: z.string().min(1),
    /** The host of the calendar's public address. */
    host: z.string().nullable(),
    /** The largest ids, so that no new record takes an id of a later line. */
    lastId,
    lastTermId: lastId,
  }),
  z.object({
    kind: z.literal('user'),
    id,
    login: z.string().min(1),
    role: z.enum(ROLES),
    /** Files of before do not have it. */
    name: z.string().max(200).default(''),
    createdUtc: moment,
  }),
  z.object({ kind: z.literal('category'), ...term, parent: z.int() }),
  z.object({ kind: z.literal('tag'), ...term, parent: z.literal(0) }),
  z.object({ kind: z.literal('venue'), ...shared, fields: own(venueFields) }),
  z.object({ kind: z.literal('organizer'), ...shared, fields: own(organizerFields) }),
  z.object({
    kind: z.literal('event'),
    ...shared,
    timezone: z.string(),
    allDay: z.boolean(),
    startLocal: moment,
    endLocal: moment,
    startUtc: moment,
    endUtc: moment,
    fields: own(EVENT),
    venues: z.array(id),
    organizers: z.array(id),
    terms: z.array(id),
  }),
  z.object({
    kind: z.literal('series'),
    /** The event that has the rule. */
    parent: id,
    rule: z.string().nullable(),
    dates: z.array(moment),
    exceptions: z.array(moment),
    startLocal: moment,
    duration: z.int().min(0),
    allDay: z.boolean(),
    timezone: z.string(),
    rolledUntilUtc: moment.nullable(),
    occurrences: z.array(z.object({ event: id, recurrenceId: moment, isDetached: z.boolean() })),
  }),
]);

export type Line = z.infer<typeof lineSchema>;
export type LineOf<K extends Line['kind']> = Extract<Line, { kind: K }>;
export type Header = LineOf<'calendar'>;
export type RecordLine = LineOf<RecordKind>;
