import type { RuleStart } from '../../lib/recurrence-parts.ts';
import type { WordKey } from '../../lib/words.ts';
import type { Visit } from './desk.ts';
import type { StoredEvent } from './event-documents.ts';
import { imageInput, typedImage } from './picture-fields.ts';
import type { ReadInput } from './record-form.ts';
import { statusOf } from './records.ts';
import { movedRuleStart, readRepetition, typedRepetition } from './repetition.ts';
import { Typed } from './typed.ts';
import { readClock, readDay } from './typed-times.ts';

/** Whether the event is the one with the recurrence of its series. */
export const isParent = ({ series, databaseId }: StoredEvent): boolean =>
  series?.parent?.databaseId === databaseId;

/** `20:00`, with seconds only if there are some. */
const clockOf = (local: string): string => local.slice(11).replace(/:00$/, '');
const ids = (records: readonly { readonly databaseId: number }[]): string[] =>
  records.map(({ databaseId }) => String(databaseId));
const checked = (isOn: boolean): string => (isOn ? 'on' : '');

function storedStart({ series, timezone, isAllDay, localStart }: StoredEvent): RuleStart {
  return { startLocal: series?.localStart ?? localStart, timezone, allDay: isAllDay };
}

/** The values of the controls for a stored event. */
export function typedEvent(stored: StoredEvent, { site }: Visit): Typed {
  const { series, venues, isAllDay, localStart, localEnd, timezone } = stored;
  const [first, ...others] = ids(venues);
  return Typed.of({
    title: stored.title,
    date: localStart.slice(0, 10),
    time: isAllDay ? '' : clockOf(localStart),
    endDate: localEnd.slice(0, 10),
    endTime: isAllDay ? '' : clockOf(localEnd),
    allDay: checked(isAllDay),
    zone: timezone === site.clock.zone ? '' : timezone,
    ...typedRepetition(series && { ...series, rule: series.rule ?? null, start: storedStart(stored) }),
    ...(series && { scope: 'THIS' }),
    venue: first ?? '',
    otherVenues: others,
    isOnline: checked(stored.isOnline),
    onlineUrl: stored.onlineUrl ?? '',
    organizers: ids(stored.organizers),
    cost: stored.cost ?? '',
    website: stored.website ?? '',
    categories: ids(stored.categories),
    tags: stored.tags.map(({ name }) => name).join(', '),
    ...typedImage(stored.image),
    description: stored.description ?? '',
    excerpt: stored.excerpt ?? '',
    isFeatured: checked(stored.isFeatured),
    isSticky: checked(stored.isSticky),
    isHidden: checked(stored.isHidden),
    status: statusOf(stored.status),
    published: stored.publishedAt?.slice(0, 16) ?? '',
  });
}

/** The operation refuses this many, and reading a million takes seconds. */
const TOO_MANY_TAGS = 1_000;

type Mistakes = Map<string, WordKey>;

/** Local times `YYYY-MM-DD HH:MM:SS`; null if a text is unreadable. */
function readTimes(
  typed: Typed,
  now: Date,
  mistakes: Mistakes,
): { start: string | null; end: string | null } {
  const allDay = typed.has('allDay');
  const required = (name: string, value: string | null, remedy: WordKey): string | null => {
    if (value === null) mistakes.set(name, remedy);
    return value;
  };
  const day = required('date', readDay(typed.text('date'), now), 'desk.event.day.remedy');
  const last = typed.has('endDate')
    ? required('endDate', readDay(typed.text('endDate'), now), 'desk.event.day.remedy')
    : day;
  const time = (name: string): string | null =>
    allDay ? '00:00:00' : required(name, readClock(typed.text(name)), 'desk.event.time.remedy');
  const [from, to] = [time('time'), time('endTime')];
  return { start: day && from && `${day} ${from}`, end: last && to && `${last} ${to}` };
}

/** The start from which the recurrence of the form counts; null if it is unreadable. */
function ruleStart(
  typed: Typed,
  start: string | null,
  { site }: Visit,
  stored: StoredEvent | null,
): RuleStart | null {
  if (start === null) return null;
  const allDay = typed.has('allDay');
  if (!stored?.series) return { startLocal: start, timezone: typed.text('zone') || site.clock.zone, allDay };
  const planned = storedStart(stored);
  // Moving one event alone does not move its series.
  return typed.text('scope') === 'THIS' ? planned : movedRuleStart(planned, stored.localStart, start, allDay);
}

/** The times and the repetition in the form. */
interface TypedSeries {
  /** Of the event, in local time. */
  readonly times: { readonly start: string | null; readonly end: string | null };
  /** Of the recurrence. */
  readonly start: RuleStart | null;
  /** null for a single event, undefined to keep the stored one. */
  readonly rule: string | null | undefined;
  readonly exceptions: readonly string[];
  readonly mistakes: ReadonlyMap<string, WordKey>;
}

const REMEDIES: Readonly<Record<string, WordKey>> = {
  until: 'desk.event.day.remedy',
  exceptions: 'desk.event.exceptions.remedy',
};

/** Reads times and repetition, without the mistakes in other fields. */
export function typedSeries(typed: Typed, visit: Visit, stored: StoredEvent | null): TypedSeries {
  const { now } = visit.context.clock;
  const mistakes: Mistakes = new Map();
  const times = readTimes(typed, now, mistakes);
  const start = ruleStart(typed, times.start, visit, stored);
  const { rule, exceptions, unreadable } = readRepetition(typed, start, now);
  for (const name of unreadable) mistakes.set(name, REMEDIES[name] ?? 'desk.event.number.remedy');
  return { times, start, rule, exceptions, mistakes };
}

const byId = (id: string): { databaseId: number } => ({ databaseId: Number(id) });

function venuesOf(typed: Typed): object[] {
  const others = typed.list('otherVenues').map(byId);
  const [name, venue] = [typed.text('venueName'), typed.text('venue')];
  const text = (part: string): string => typed.text(`venue${part}`);
  const [address, zip, city, country] = [text('Address'), text('Zip'), text('City'), text('Country')];
  const isNew = [name, address, zip, city, country].some((part) => part !== '');
  if (isNew) return [{ create: { name, address, zip, city, country } }, ...others];
  return venue === '' ? others : [byId(venue), ...others];
}

/** The input of a mutation for the values of the controls. */
export function eventInput(typed: Typed, visit: Visit, stored: StoredEvent | null): ReadInput {
  const { words } = visit;
  const { times, rule, exceptions, mistakes } = typedSeries(typed, visit, stored);
  const hasSeries = !stored?.series || isParent(stored);
  const [onlineUrl, cost, organizer] = [
    typed.text('onlineUrl'),
    typed.text('cost'),
    typed.text('organizerName'),
  ];
  const [imageUrl, published, status] = [
    typed.text('imageUrl'),
    typed.text('published'),
    typed.text('status'),
  ];
  const input = {
    title: typed.text('title'),
    isAllDay: typed.has('allDay'),
    timezone: typed.text('zone'),
    ...times,
    ...(hasSeries && rule !== undefined && { recurrence: rule === null ? null : { rule } }),
    ...(hasSeries && rule !== null && { recurrenceExceptions: exceptions }),
    venues: venuesOf(typed),
    onlineUrl,
    // The address may follow later.
    isOnline: typed.has('isOnline') || onlineUrl !== '',
    organizers: [
      ...typed.list('organizers').map(byId),
      ...(organizer === '' ? [] : [{ create: { name: organizer } }]),
    ],
    cost: cost === '' ? [] : [cost],
    website: typed.text('website'),
    categories: typed.list('categories').map(byId),
    tags: typed
      .text('tags')
      .split(',', TOO_MANY_TAGS)
      .flatMap((tag) => (tag.trim() === '' ? [] : [{ name: tag.trim() }])),
    image: imageUrl === '' ? imageInput(typed) : { url: imageUrl },
    description: typed.text('description').replaceAll('\r\n', '\n'),
    excerpt: typed.text('excerpt').replaceAll('\r\n', '\n'),
    isFeatured: typed.has('isFeatured'),
    isSticky: typed.has('isSticky'),
    isHidden: typed.has('isHidden'),
    ...(published !== '' && { publishedAt: published }),
    ...(status !== '' && { status }),
  };
  return { input, errors: new Map([...mistakes].map(([name, remedy]) => [name, words.text(remedy)])) };
}
