import { ServiceError } from '../../lib/errors.ts';
import { searchable } from '../content/fields.ts';
import { lockRow } from '../content/lock.ts';
import { erase, moveToTrash } from '../content/remove.ts';
import { slugCandidates } from '../content/slugs.ts';
import { assignChanged, newColumns, newContentColumns } from '../content/store.ts';
import { existing } from '../content/target.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { CreateEventInput, UpdateEventInput } from '../generated/schema.ts';
import { ORGANIZERS } from '../organizers/index.ts';
import { storeTerms } from '../terms/index.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { VENUES } from '../venues/index.ts';
import { FIELDS } from './event.fields.ts';
import {
  assertParentAbove,
  changedTimes,
  checkEvent,
  type EventValues,
  type LinkChoices,
} from './event.input.ts';
import { insertEvent } from './event.insert.ts';
import { replaceLinks } from './event.linked.ts';
import { type Choice, hiddenLinks, type LinkKind, storeLinks } from './event.links.ts';
import { lockSeries, type SeriesRow } from './event.occurrences.ts';
import { findEvents } from './event.queries.ts';
import { changedEvent, type EventRecord } from './event.record.ts';
import { changedColumns, type EventRow, findEventRow } from './event.rows.ts';
import { changeOccurrence, changeSeries, deleteOccurrences, startSeries } from './event.scope.ts';
import { changedSeries, type Scope } from './event.series.ts';
import { impliedBy } from './event.status.ts';
import { replaceTerms } from './event.terms.ts';

/**
 * Creates an event with everything that belongs to it, or nothing. @throws ServiceError rest_invalid_param,
 * rest_forbidden
 */
export async function createEvent(context: Context, input: CreateEventInput): Promise<EventRecord> {
  const values = await checkEvent(context, input, null);
  const { content, own, links } = values;
  const plan = values.change?.plan;
  const slugs =
    content.status === 'trash' ? [] : slugCandidates(context, content.slugText ?? own.title ?? '');
  const isLinkedToPresent = createsNothing(links);
  const store = async (transaction: Transaction): Promise<EventRecord> => {
    const record = await insertWithLinked(transaction, values, slugs);
    if (!plan) return record;
    const row = existing('event', await findEventRow(transaction.em, record.id));
    await startSeries(transaction, row, plan);
    return changedEvent(record, row);
  };
  return runInTransaction(context, store, {
    // What it is linked to does not change; what counts or lists events is read again.
    keep: isLinkedToPresent ? [VENUES.byId, ORGANIZERS.byId] : [],
    isOneStatement: isLinkedToPresent && slugs.length > 0 && !content.image && !plan,
  });
}

/** Whether links lead to records that are there already, by id. */
const createsNothing = ({ venues = [], organizers = [], categories, tags }: LinkChoices = {}): boolean =>
  [...venues, ...organizers].every((choice) => 'id' in choice) &&
  !categories?.names.length &&
  !tags?.names.length;

/** The columns of a new event beside those that all records share. */
function ownColumns({ own, times, content }: EventValues) {
  if (!times) throw new Error('a new event has times, or its check fails');
  const title = own.title ?? '';
  return {
    ...times,
    ...own,
    ...impliedBy(own, null),
    title,
    searchText: searchable(FIELDS, { ...content, title }),
  };
}

/**
 * Stores an event together with the new records of its input.
 * @param slugs candidates ({@link slugCandidates}); without any, and at a second attempt, a free slug is looked up first
 */
async function insertWithLinked(
  transaction: Transaction,
  values: EventValues,
  slugs: readonly string[],
): Promise<EventRecord> {
  const { content, own, links = {} } = values;
  const { venues = [], organizers = [], categories, tags } = links;
  const linked = {
    venues: await storeLinks(transaction, VENUES, venues),
    organizers: await storeLinks(transaction, ORGANIZERS, organizers),
    terms: [
      ...(categories ? await storeTerms(transaction, categories) : []),
      ...(tags ? await storeTerms(transaction, tags) : []),
    ],
  };
  const event = { ...ownColumns(values), ...linked };
  if (slugs.length > 0 && !transaction.isRetry)
    return insertEvent(transaction, {
      id: null,
      slugs,
      ...(await newColumns(transaction, content)),
      ...event,
    });
  const { slug, ...columns } = await newContentColumns(transaction, 'event', content, own.title ?? '');
  return insertEvent(transaction, { slugs: [slug], ...columns, ...event });
}

/** What an event is linked to. */
type Linked = Pick<EventRecord, 'id' | 'venueIds' | 'organizerIds'>;

/** Stores the links and terms that a change sets, of all events the same. @returns the events that have changed */
async function changeLinks(
  transaction: Transaction,
  events: readonly Linked[],
  { venues, organizers, categories, tags }: LinkChoices,
): Promise<ReadonlySet<number>> {
  const { context, em } = transaction;
  const ids = events.map(({ id }) => id);
  const replace = async <Values>(
    kind: LinkKind<never, Values>,
    presentIds: (event: Linked) => readonly number[],
    choices: readonly Choice<Values>[] | undefined,
  ): Promise<Iterable<number>> => {
    if (!choices) return [];
    const chosen = await storeLinks(transaction, kind, choices);
    const hidden = new Set(
      await hiddenLinks(context, kind, [...new Set(events.flatMap(presentIds))], choices),
    );
    const kept = events.map((event) => [event.id, presentIds(event).filter((id) => hidden.has(id))] as const);
    return replaceLinks(em, kind.kind, chosen, new Map(kept));
  };
  return new Set([
    ...(await replace(VENUES, ({ venueIds }) => venueIds, venues)),
    ...(await replace(ORGANIZERS, ({ organizerIds }) => organizerIds, organizers)),
    ...(categories ? await replaceTerms(em, 'category', ids, await storeTerms(transaction, categories)) : []),
    ...(tags ? await replaceTerms(em, 'tag', ids, await storeTerms(transaction, tags)) : []),
  ]);
}

/** What a change has done. */
interface ChangedEvents {
  /** The event now; null if it must be read, because more than its row, or another request, has changed it. */
  readonly event: EventRecord | null;
  /** Number of changed and new events; 0 if nothing differed. */
  readonly changedOccurrences: number;
}

/**
 * Changes the fields of the input (rules#changes), of an event of a series as far as `scope` says (rules#series).
 * @throws ServiceError rest_invalid_param, rest_forbidden, event-not-found, conflict
 */
export async function updateEvent(
  context: Context,
  current: EventRecord,
  input: UpdateEventInput,
  scope: Scope = null,
): Promise<ChangedEvents> {
  const values = await checkEvent(context, input, current, undefined, scope);
  const { content, own, links } = values;
  return runInTransaction(context, async (transaction) => {
    const { row, series, isUnchanged } = await lockInSeries(transaction, current);
    const { nowUtc } = transaction.context.clock;
    if (own.postParent) await assertParentAbove(transaction, current.id, own.postParent);
    // Worked out again from what is locked: of two changes at once, one may move the start and one the end.
    const times = values.times && (await changedTimes(transaction.context, input, row));
    const change =
      series || values.change
        ? await changedSeries(transaction.context, input, { event: row, present: row, times, series, scope })
        : null;
    if (change) {
      const relink = (rows: readonly EventRow[]) => changeLinksOf(transaction, rows, links);
      const changedOccurrences = await changeSeries(transaction, {
        series,
        row,
        values: { ...values, change },
        times,
        relink,
      });
      return { event: null, changedOccurrences };
    }
    const wasInTrash = row.status === 'trash';
    const { status, slug, publishedUtc, undated, ...others } = await changedColumns(transaction, row, {
      content,
      own,
      times,
    });
    const isInState = assignChanged(row, { status, slug, publishedUtc, undated }, nowUtc);
    const isOther = assignChanged(row, others, nowUtc);
    const isLinked = links ? (await changeLinks(transaction, [current], links)).size > 0 : false;
    if (isLinked && !isInState && !isOther) row.modifiedUtc = nowUtc;
    const changedOccurrences = isInState || isOther || isLinked ? 1 : 0;
    if (series) {
      if (isOther || isLinked) row.isDetached = true;
      if (wasInTrash !== (row.status === 'trash')) await changeOccurrence(transaction, series, row);
      return { event: null, changedOccurrences };
    }
    return { event: isUnchanged && !links ? changedEvent(current, row) : null, changedOccurrences };
  });
}

/** Locks an event, and before it the series that it is one of. @throws ServiceError conflict 409 */
async function lockInSeries(
  transaction: Transaction,
  current: EventRecord,
): Promise<{ row: EventRow; series: SeriesRow | null; isUnchanged: boolean }> {
  const { seriesId } = current;
  const series = seriesId === null ? null : await lockSeries(transaction, seriesId);
  const locked = await lockRow(transaction, 'event', findEventRow, current);
  // Somebody has made it one of another series since it was read.
  if ((locked.row.seriesId ?? null) !== (series?.id ?? null)) throw new ServiceError('conflict');
  return { ...locked, series };
}

/** Changes the links of several events; undefined leaves them as they are. @returns the events that have changed */
async function changeLinksOf(
  transaction: Transaction,
  rows: readonly EventRow[],
  links: LinkChoices | undefined,
): Promise<ReadonlySet<number>> {
  if (!links) return new Set();
  await transaction.em.flush();
  const events = await findEvents(
    transaction.context,
    rows.map(({ id }) => id),
  );
  const changed = await changeLinks(
    transaction,
    events.filter((event) => event !== null),
    links,
  );
  const { nowUtc } = transaction.context.clock;
  for (const row of rows) if (changed.has(row.id)) row.modifiedUtc = nowUtc;
  return changed;
}

/**
 * Moves an event to the trash, of a series as far as `scope` says. @returns it as it is now; null when that has to be
 * read, because more than its row has changed, or somebody else has changed it since `event` was read
 * @throws ServiceError event-is-in-trash 410, conflict
 */
export const trashEvent = (
  context: Context,
  event: EventRecord,
  scope: Scope = null,
): Promise<EventRecord | null> =>
  runInTransaction(context, async (transaction) => {
    if (event.seriesId !== null) {
      await deleteInSeries(transaction, event, scope, false);
      return null;
    }
    const { row, isUnchanged } = await moveToTrash(transaction, 'event', findEventRow, event);
    if (!isUnchanged) return null;
    const { status, slug, modifiedUtc } = row;
    return { ...event, status, slug, modifiedUtc };
  });

/** Erases an event, of a series as far as `scope` says. The context keeps what it has read of it. */
export const eraseEvent = (context: Context, event: EventRecord, scope: Scope = null): Promise<void> =>
  event.seriesId === null
    ? erase(context, 'event', findEventRow, event)
    : runInTransaction(context, (transaction) => deleteInSeries(transaction, event, scope, true), {
        keep: true,
      });

/** Deletes an event of a series, and what the scope says besides it. */
async function deleteInSeries(
  transaction: Transaction,
  event: EventRecord,
  scope: Scope,
  force: boolean,
): Promise<void> {
  const { row, series } = await lockInSeries(transaction, event);
  if (!series) throw new ServiceError('conflict');
  if (row.status === 'trash' && !force) throw new ServiceError('event-is-in-trash');
  await deleteOccurrences(transaction, series, row, { scope: scope ?? 'this', force });
}
