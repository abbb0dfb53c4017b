import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context, Transaction } from '../context.ts';
import type { CreateEventInput, UpdateEventInput } from '../generated/schema.ts';
import type { Topic } from '../memory/changes.ts';
import { ORGANIZERS } from '../organizers/index.ts';
import { searchable } from '../records/fields.ts';
import { FOR_CHANGE, lockRow } from '../records/lock.ts';
import { slugCandidates } from '../records/slugs.ts';
import { assignChanged, changedPost, newColumns, newPost, writePost } from '../records/store.ts';
import { untilFree } from '../records/taken.ts';
import { eventCounts, storeTerms } from '../terms/index.ts';
import { VENUES } from '../venues/index.ts';
import { EventEntity } from './event.entity.ts';
import { assertParentAbove, checkEvent, type EventValues, timesOf } from './event.input.ts';
import { type Inserted, insertEvent } from './event.insert.ts';
import { replaceLinks } from './event.linked.ts';
import { hiddenLinks, idsOf, storeLinks } from './event.links.ts';
import { type EventRecord, withRow } from './event.record.ts';
import { STORED } from './event.stored.ts';
import { replaceTerms } from './event.terms.ts';

/** What storing an event changes: records that it only names stay as they are. */
function topicsOf({ venues = [], organizers = [], categories, tags }: EventValues): Topic[] {
  const isNew = (choice: object): boolean => !('id' in choice);
  const topics: Topic[] = ['event'];
  if (venues.some(isNew)) topics.push('venue');
  if (organizers.some(isNew)) topics.push('organizer');
  if ([categories, tags].some((choice) => choice && choice.names.length > 0)) topics.push('term');
  return topics;
}

/** An event that is to be changed. */
export const findEventRow = (em: EntityManager, id: number) => em.findOne(EventEntity, id, FOR_CHANGE);

/**
 * Creates an event with everything that belongs to it, or nothing. @throws ServiceError rest_invalid_param,
 * rest_forbidden
 */
export async function createEvent(context: Context, input: CreateEventInput): Promise<EventRecord> {
  const values = await checkEvent(context, input, null);
  const { record, counts } = await untilFree(
    (again) => (!again && storeAlone(context, values)) || storeWhole(context, values, again),
  );
  for (const [id, count] of counts) context.know(eventCounts, id, count);
  return record;
}

/** The columns of a new event that are its own. */
function ownColumns({ own, times, post }: EventValues) {
  if (!times) throw new Error('a new event has times, or its check fails');
  const title = own.title ?? '';
  return { ...times, ...own, title, searchText: searchable(STORED, { ...post, title }) };
}

/**
 * Stores an event that creates no other records, in one statement that assumes its slug is still free.
 * @returns null when that is not enough, and {@link storeWhole} has to store it
 */
function storeAlone(context: Context, values: EventValues): Promise<Inserted> | null {
  const { post, own, slug, venues = [], organizers = [], categories, tags } = values;
  const slugs = slugCandidates(slug ?? own.title ?? '');
  const topics = topicsOf(values);
  if (topics.length > 1 || slugs.length === 0 || post.image || post.status === 'trash') return null;
  const columns = { ...newColumns(post, context.nowUtc), ...ownColumns(values) };
  const event = {
    ...columns,
    id: null,
    slugs,
    venues: idsOf(venues),
    organizers: idsOf(organizers),
    terms: [...(categories?.ids ?? []), ...(tags?.ids ?? [])],
  };
  const publishedUtc = columns.status === 'publish' ? columns.publishedUtc : null;
  return context.writeOne((db, name, signal) => insertEvent(db, event, name, signal), {
    topics,
    publishedUtc,
  });
}

/** Stores an event and everything new that it brings with it. */
function storeWhole(context: Context, values: EventValues, again: boolean): Promise<Inserted> {
  const { post, own, slug, venues = [], organizers = [], categories, tags } = values;
  const store = async (transaction: Transaction): Promise<Inserted> => {
    const { db } = transaction;
    const links = {
      venues: await storeLinks(transaction, VENUES, venues),
      organizers: await storeLinks(transaction, ORGANIZERS, organizers),
      terms: [
        ...(categories ? await storeTerms(transaction, categories) : []),
        ...(tags ? await storeTerms(transaction, tags) : []),
      ],
    };
    const { slug: free, ...columns } = await newPost(
      transaction,
      'event',
      post,
      slug ?? own.title ?? '',
      transaction.nowUtc,
    );
    return insertEvent(db, { ...columns, ...ownColumns(values), ...links, slugs: [free] });
  };
  return context.write(store, { topics: topicsOf(values), again });
}

/** Stores the links and terms that a change sets. @returns whether anything changed */
async function changeLinks(
  transaction: Transaction,
  { id, venueIds, organizerIds }: EventRecord,
  values: EventValues,
): Promise<boolean> {
  const { em } = transaction;
  const { venues, organizers, categories, tags } = values;
  const changes = [
    venues !== undefined &&
      (await replaceLinks(
        em,
        'venue',
        id,
        await storeLinks(transaction, VENUES, venues),
        await hiddenLinks(transaction, VENUES, venueIds, venues),
      )),
    organizers !== undefined &&
      (await replaceLinks(
        em,
        'organizer',
        id,
        await storeLinks(transaction, ORGANIZERS, organizers),
        await hiddenLinks(transaction, ORGANIZERS, organizerIds, organizers),
      )),
    categories !== undefined &&
      (await replaceTerms(em, 'category', id, await storeTerms(transaction, categories))),
    tags !== undefined && (await replaceTerms(em, 'tag', id, await storeTerms(transaction, tags))),
  ];
  return changes.includes(true);
}

/** Whether an input says what an event is linked to. */
const setsLinks = ({ venues, organizers, categories, tags }: EventValues): boolean =>
  [venues, organizers, categories, tags].some((links) => links !== undefined);

/**
 * Changes what is sent (rules#changes). @returns the event as it is now; null when that has to be read, because
 * more than its row has changed, or somebody else has changed it since it was found. @throws ServiceError rest_invalid_param, rest_forbidden,
 * event-not-found
 */
export async function updateEvent(
  context: Context,
  current: EventRecord,
  input: UpdateEventInput,
): Promise<EventRecord | null> {
  const values = await checkEvent(context, input, current);
  const { post, own, slug } = values;
  const topics = topicsOf(values);
  return writePost(
    context,
    async (transaction) => {
      const row = await lockRow(transaction, 'event', findEventRow, current.id);
      const isAsFound = row.modifiedUtc === current.modifiedUtc;
      if (own.postParent) await assertParentAbove(transaction, current.id, own.postParent);
      // Two changes at once, one of the start and one of the end, must not leave an event that ends before it
      // starts.
      const times = await timesOf(transaction, input, row);
      const changed = { ...times, ...(await changedPost(transaction, 'event', row, post, slug)), ...own };
      const isChanged = assignChanged(
        row,
        { ...changed, searchText: searchable(STORED, { ...row, ...changed }) },
        transaction.nowUtc,
      );
      const isLinked = await changeLinks(transaction, current, values);
      if (isLinked && !isChanged) row.modifiedUtc = transaction.nowUtc;
      return isAsFound && !setsLinks(values) ? withRow(current, row) : null;
    },
    { topics },
  );
}
