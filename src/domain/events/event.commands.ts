import { ServiceError } from '../../lib/errors.ts';
import { searchable } from '../content/fields.ts';
import { lockRow } from '../content/lock.ts';
import { erase, moveToTrash } from '../content/remove.ts';
import { slugCandidates } from '../content/slugs.ts';
import { assignChanged, newColumns, newContentColumns } from '../content/store.ts';
import { requireExisting } from '../content/target.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { CreateEventInput, UpdateEventInput } from '../generated/schema.ts';
import { ORGANIZERS } from '../organizers/organizer.directory.ts';
import { storeTerms } from '../terms/index.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { VENUES } from '../venues/venue.directory.ts';
import { FIELDS } from './event.fields.ts';
import {
  assertNoParentCycle,
  checkEvent,
  type EventValues,
  type LinkChoices,
  recheckTimes,
} from './event.input.ts';
import { insertEvent } from './event.insert.ts';
import { replaceLinks, replaceTerms } from './event.link-rows.ts';
import { type Choice, hiddenLinks, type LinkKind, storeLinks } from './event.links.ts';
import { lockSeries, type SeriesRow } from './event.occurrences.ts';
import { findEvents } from './event.queries.ts';
import { changedEvent, type EventRecord } from './event.record.ts';
import { changedColumns, type EventRow, findEventRow } from './event.rows.ts';
import { changeOccurrence, changeSeries, deleteOccurrences, startSeries } from './event.scope.ts';
import { recheckSeriesChange, type Scope } from './event.series.ts';
import { impliedFields } from './event.status.ts';

/**
 * Creates an event with its links and series in one transaction.
 * @throws ServiceError rest_invalid_param, rest_forbidden
 */
export async function createEvent(context: Context, input: CreateEventInput): Promise<EventRecord> {
  const values = await checkEvent(context, input, null);
  const { content, own, links } = values;
  const plan = values.change?.plan;
  const slugs =
    content.status === 'trash' ? [] : slugCandidates(context, content.slugText ?? own.title ?? '');
  const onlyExisting = linksOnlyExisting(links);
  const store = async (transaction: Transaction): Promise<EventRecord> => {
    const record = await insertWithLinked(transaction, values, slugs);
    if (!plan) return record;
    const row = requireExisting('event', await findEventRow(transaction.em, record.id));
    await startSeries(transaction, row, plan);
    return changedEvent(record, row);
  };
  return runInTransaction(context, store, {
    // Linked records do not change, but counts and lists of events do.
    keep: onlyExisting ? [VENUES.byId, ORGANIZERS.byId] : [],
    isOneStatement: onlyExisting && slugs.length > 0 && !content.image && !plan,
  });
}

const linksOnlyExisting = ({ venues = [], organizers = [], categories, tags }: LinkChoices = {}): boolean =>
  [...venues, ...organizers].every((choice) => 'id' in choice) &&
  !categories?.names.length &&
  !tags?.names.length;

function ownColumns({ own, times, content }: EventValues) {
  if (!times) throw new Error('checkEvent returned no times for a new event');
  const title = own.title ?? '';
  return {
    ...times,
    ...own,
    ...impliedFields(own, null),
    title,
    searchText: searchable(FIELDS, { ...content, title }),
  };
}

/**
 * Stores an event together with the new records of its input.
 * @param slugs candidates ({@link slugCandidates}); if there are none, and on a retry, a free slug is queried first
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

type LinkedEvent = Pick<EventRecord, 'id' | 'venueIds' | 'organizerIds'>;

/** Sets the same links and terms in several events. @returns the ids of the changed events */
async function changeLinks(
  transaction: Transaction,
  events: readonly LinkedEvent[],
  { venues, organizers, categories, tags }: LinkChoices,
): Promise<ReadonlySet<number>> {
  const { context, em } = transaction;
  const ids = events.map(({ id }) => id);
  const replace = async <Values>(
    kind: LinkKind<never, Values>,
    currentIds: (event: LinkedEvent) => readonly number[],
    choices: readonly Choice<Values>[] | undefined,
  ): Promise<Iterable<number>> => {
    if (!choices) return [];
    const chosen = await storeLinks(transaction, kind, choices);
    const hidden = new Set(
      await hiddenLinks(context, kind, [...new Set(events.flatMap(currentIds))], choices),
    );
    const hiddenOf = events.map(
      (event) => [event.id, currentIds(event).filter((id) => hidden.has(id))] as const,
    );
    return replaceLinks(em, kind.kind, chosen, new Map(hiddenOf));
  };
  return new Set([
    ...(await replace(VENUES, ({ venueIds }) => venueIds, venues)),
    ...(await replace(ORGANIZERS, ({ organizerIds }) => organizerIds, organizers)),
    ...(categories ? await replaceTerms(em, 'category', ids, await storeTerms(transaction, categories)) : []),
    ...(tags ? await replaceTerms(em, 'tag', ids, await storeTerms(transaction, tags)) : []),
  ]);
}

interface ChangedEvents {
  /** null if the event must be read again: more than its row has changed, or another request has changed it. */
  readonly event: EventRecord | null;
  /** Number of changed and new events. */
  readonly changedOccurrences: number;
}

/**
 * Changes the fields of the input (rules#changes), in the events of the series that `scope` includes (rules#series).
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
    if (own.postParent) await assertNoParentCycle(transaction, current.id, own.postParent);
    // Computed again from the locked row: of two concurrent changes, one may move the start and the other the end.
    const times = values.times && (await recheckTimes(transaction.context, input, row));
    const change =
      series || values.change
        ? await recheckSeriesChange(transaction.context, input, {
            event: row,
            present: row,
            times,
            series,
            scope,
          })
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
    const hasStateChanged = assignChanged(row, { status, slug, publishedUtc, undated }, nowUtc);
    const haveFieldsChanged = assignChanged(row, others, nowUtc);
    const haveLinksChanged = links ? (await changeLinks(transaction, [current], links)).size > 0 : false;
    if (haveLinksChanged && !hasStateChanged && !haveFieldsChanged) row.modifiedUtc = nowUtc;
    const changedOccurrences = hasStateChanged || haveFieldsChanged || haveLinksChanged ? 1 : 0;
    if (series) {
      if (haveFieldsChanged || haveLinksChanged) row.isDetached = true;
      if (wasInTrash !== (row.status === 'trash')) await changeOccurrence(transaction, series, row);
      return { event: null, changedOccurrences };
    }
    return { event: isUnchanged && !links ? changedEvent(current, row) : null, changedOccurrences };
  });
}

/** Locks the series of an event, then the event. @throws ServiceError conflict 409 */
async function lockInSeries(
  transaction: Transaction,
  current: EventRecord,
): Promise<{ row: EventRow; series: SeriesRow | null; isUnchanged: boolean }> {
  const { seriesId } = current;
  const series = seriesId === null ? null : await lockSeries(transaction, seriesId);
  const locked = await lockRow(transaction, 'event', findEventRow, current);
  // Another request has moved the event to another series since it was read.
  if ((locked.row.seriesId ?? null) !== (series?.id ?? null)) throw new ServiceError('conflict');
  return { ...locked, series };
}

/** @returns the ids of the changed events */
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
 * Moves an event to the trash, and the other events of its series that `scope` includes.
 * @returns null if the event must be read again: more than its row has changed, or another request has changed it
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

/** Erases an event, and the other events of its series that `scope` includes. The context keeps its cached records. */
export const eraseEvent = (context: Context, event: EventRecord, scope: Scope = null): Promise<void> =>
  event.seriesId === null
    ? erase(context, 'event', findEventRow, event)
    : runInTransaction(context, (transaction) => deleteInSeries(transaction, event, scope, true), {
        keep: true,
      });

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
