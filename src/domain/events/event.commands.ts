import type { EntityManager } from '@mikro-orm/postgresql';
import { isUniqueViolation } from '../../platform/postgres/retry.ts';
import { searchable } from '../content/fields.ts';
import { FOR_CHANGE, lockRow } from '../content/lock.ts';
import { moveToTrash } from '../content/remove.ts';
import { slugCandidates } from '../content/slugs.ts';
import { assignChanged, changedContentColumns, newColumns, newContentColumns } from '../content/store.ts';
import type { Context, Transaction } from '../context/context.ts';
import type { CreateEventInput, UpdateEventInput } from '../generated/schema.ts';
import { ORGANIZERS } from '../organizers/index.ts';
import { storedCounts, storeTerms } from '../terms/index.ts';
import { runInTransaction, runStatement } from '../transactions/run-in-transaction.ts';
import { VENUES } from '../venues/index.ts';
import { EventEntity } from './event.entity.ts';
import { FIELDS } from './event.fields.ts';
import {
  assertParentAbove,
  changedTimes,
  checkEvent,
  type EventValues,
  type LinkChoices,
} from './event.input.ts';
import { type Inserted, insertEvent } from './event.insert.ts';
import { replaceLinks } from './event.linked.ts';
import { type Choice, hiddenLinks, idsOf, type LinkKind, storeLinks } from './event.links.ts';
import { changedEvent, type EventRecord, type StoredEvent } from './event.record.ts';
import { announcedStart, impliedBy } from './event.status.ts';
import { replaceTerms } from './event.terms.ts';

/** Reads an event that is about to be changed, and locks it. */
export const findEventRow = (em: EntityManager, id: number) => em.findOne(EventEntity, id, FOR_CHANGE);

/**
 * Creates an event with everything that belongs to it, or nothing. @throws ServiceError rest_invalid_param,
 * rest_forbidden
 */
export async function createEvent(context: Context, input: CreateEventInput): Promise<StoredEvent> {
  const values = await checkEvent(context, input, null);
  return (await insertAlone(context, values)) ?? insertWithLinked(context, values);
}

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
 * Stores an event that creates no other records, in one statement.
 * @returns null when that is not enough, or its slug has just been taken; then {@link insertWithLinked} stores it
 */
async function insertAlone(context: Context, values: EventValues): Promise<Inserted | null> {
  const { content, own, links = {} } = values;
  const { categories, tags } = links;
  const [venues, organizers] = [idsOf(links.venues), idsOf(links.organizers)];
  const slugs = slugCandidates(context, content.slugText ?? own.title ?? '');
  if (!venues || !organizers || slugs.length === 0 || content.image || content.status === 'trash')
    return null;
  if (categories?.names.length || tags?.names.length) return null;
  const terms = [...(categories?.ids ?? []), ...(tags?.ids ?? [])];
  const columns = { ...newColumns(content, context.clock.nowUtc), ...ownColumns(values) };
  const event = { ...columns, id: null, slugs, venues, organizers, terms };
  const publishedUtc = columns.status === 'publish' ? columns.publishedUtc : null;
  try {
    return await runStatement(context, insertEvent, event, publishedUtc);
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Stores an event together with the new records that its input has. */
function insertWithLinked(context: Context, values: EventValues): Promise<Inserted> {
  const { content, own, links = {} } = values;
  const store = async (transaction: Transaction): Promise<Inserted> => {
    const { venues = [], organizers = [], categories, tags } = links;
    const linked = {
      venues: await storeLinks(transaction, VENUES, venues),
      organizers: await storeLinks(transaction, ORGANIZERS, organizers),
      terms: [
        ...(categories ? await storeTerms(transaction, categories) : []),
        ...(tags ? await storeTerms(transaction, tags) : []),
      ],
    };
    const { slug, ...columns } = await newContentColumns(transaction, 'event', content, own.title ?? '');
    return insertEvent(transaction.db, { ...columns, ...ownColumns(values), ...linked, slugs: [slug] });
  };
  return runInTransaction(context, store);
}

/** Stores the links and terms that a change sets. @returns whether anything changed */
async function changeLinks(
  transaction: Transaction,
  { id, venueIds, organizerIds }: EventRecord,
  { venues, organizers, categories, tags }: LinkChoices,
): Promise<boolean> {
  const { context, em } = transaction;
  const replace = async <Values>(
    kind: LinkKind<never, Values>,
    presentIds: readonly number[],
    choices: readonly Choice<Values>[] | undefined,
  ): Promise<boolean> => {
    if (!choices) return false;
    const ids = await storeLinks(transaction, kind, choices);
    return replaceLinks(em, kind.kind, id, ids, await hiddenLinks(context, kind, presentIds, choices));
  };
  const changes = [
    await replace(VENUES, venueIds, venues),
    await replace(ORGANIZERS, organizerIds, organizers),
    categories !== undefined &&
      (await replaceTerms(em, 'category', id, await storeTerms(transaction, categories))),
    tags !== undefined && (await replaceTerms(em, 'tag', id, await storeTerms(transaction, tags))),
  ];
  return changes.includes(true);
}

/**
 * Changes the fields of the input (rules#changes).
 * @returns the event as it is now; null when that has to be read, because more than its row has changed, or
 * somebody else has changed it since `current` was read
 * @throws ServiceError rest_invalid_param, rest_forbidden, event-not-found
 */
export async function updateEvent(
  context: Context,
  current: EventRecord,
  input: UpdateEventInput,
): Promise<EventRecord | null> {
  const { content, own, times, links } = await checkEvent(context, input, current);
  return runInTransaction(context, async (transaction) => {
    const { row, isUnchanged } = await lockRow(transaction, 'event', findEventRow, current);
    const { nowUtc } = transaction.context.clock;
    if (own.postParent) await assertParentAbove(transaction, current.id, own.postParent);
    const shared = await changedContentColumns(transaction, 'event', row, content);
    const changed = { ...shared, ...own, ...impliedBy(own, row) };
    // Worked out again from the locked row: of two changes at once, one may move the start and one the end.
    if (times) {
      const now = await changedTimes(transaction.context, input, row);
      Object.assign(changed, now, { previousStartsAt: announcedStart(row, now, nowUtc) });
    }
    const searchText = searchable(FIELDS, { ...row, ...changed });
    const isChanged = assignChanged(row, { ...changed, searchText }, nowUtc);
    if (!links) return isUnchanged ? changedEvent(current, row) : null;
    const isLinked = await changeLinks(transaction, current, links);
    if (isLinked && !isChanged) row.modifiedUtc = nowUtc;
    return null;
  });
}

/**
 * Moves an event to the trash. @returns it as it is now; null when that has to be read, because somebody else
 * has changed it since `event` was read @throws ServiceError event-is-in-trash 410
 */
export const trashEvent = (context: Context, event: EventRecord): Promise<StoredEvent | null> =>
  runInTransaction(context, async (transaction) => {
    const { row, isUnchanged } = await moveToTrash(transaction, 'event', findEventRow, event);
    if (!isUnchanged) return null;
    // Its terms count it no longer once this is stored.
    await transaction.em.flush();
    const { status, slug, modifiedUtc } = row;
    const counts = await storedCounts(transaction, event.termIds);
    return { record: { ...event, status, slug, modifiedUtc }, counts };
  });
