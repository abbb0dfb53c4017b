import { LockMode } from '@mikro-orm/core';
import type { Context, Transaction } from '../context.ts';
import { searchText } from '../db/search.ts';
import type { CreateEventInput, UpdateEventInput } from '../generated/schema.ts';
import { assignChanged, changedPost, newPost, touch, writePost } from '../posts/store.ts';
import { existing } from '../posts/target.ts';
import { storeTerms } from '../terms/index.ts';
import { EventEntity } from './event.entity.ts';
import { checkEvent, type EventValues, timesOf } from './event.input.ts';
import { linkNew, ORGANIZERS, replaceLinks, storeLinks, VENUES } from './event.links.ts';
import type { EventRecord } from './event.record.ts';
import { replaceTerms } from './event.terms.ts';

const searchable = (row: { title?: string; description?: string; excerpt?: string }): string =>
  searchText(row.title, row.description, row.excerpt);

/** Creates an event with everything that belongs to it, or nothing. @returns its id @throws ServiceError rest_invalid_param, rest_forbidden */
export async function createEvent(context: Context, input: CreateEventInput): Promise<number> {
  const { post, own, times, slug, venues = [], organizers = [], categories, tags } = await checkEvent(context, input, null);
  if (!times) throw new Error('a new event has times, or its check fails');
  return writePost(context, async (transaction) => {
    const { em, db } = transaction;
    const venueIds = await storeLinks(transaction, VENUES, venues, context);
    const organizerIds = await storeLinks(transaction, ORGANIZERS, organizers, context);
    const termIds = [...(categories ? await storeTerms(db, categories) : []), ...(tags ? await storeTerms(db, tags) : [])];
    const title = own.title ?? '';
    const row = { ...(await newPost(transaction, 'event', post, slug ?? title, context.nowUtc)), ...times, ...own, title };
    em.create(EventEntity, { ...row, searchText: searchable(row) });
    await em.flush();
    await linkNew(db, row.id, { venues: venueIds, organizers: organizerIds, terms: termIds });
    return row.id;
  });
}

/** Stores the links and terms that a change sets. @returns whether anything changed */
async function changeLinks(transaction: Transaction, context: Context, id: number, values: EventValues): Promise<boolean> {
  const { db } = transaction;
  const { venues, organizers, categories, tags } = values;
  const changes = [
    venues !== undefined && (await replaceLinks(db, 'venue', id, await storeLinks(transaction, VENUES, venues, context))),
    organizers !== undefined && (await replaceLinks(db, 'organizer', id, await storeLinks(transaction, ORGANIZERS, organizers, context))),
    categories !== undefined && (await replaceTerms(db, 'category', id, await storeTerms(db, categories))),
    tags !== undefined && (await replaceTerms(db, 'tag', id, await storeTerms(db, tags))),
  ];
  return changes.includes(true);
}

/** Changes what is sent (decisions.md 4). @throws ServiceError rest_invalid_param, rest_forbidden, event-not-found */
export async function updateEvent(context: Context, current: EventRecord, input: UpdateEventInput): Promise<void> {
  const values = await checkEvent(context, input, current);
  const { post, own, slug } = values;
  await writePost(context, async (transaction) => {
    const row = existing('event', await transaction.em.findOne(EventEntity, current.id, { lockMode: LockMode.PESSIMISTIC_WRITE }));
    await context.assertPrecondition(transaction);
    // Two changes at once, one of the start and one of the end, must not leave an event that ends before it starts.
    const times = await timesOf(context, input, row);
    const changed = { ...times, ...(await changedPost(transaction, 'event', row, post, slug)), ...own };
    const isChanged = assignChanged(row, { ...changed, searchText: searchable({ ...row, ...changed }) }, context.nowUtc);
    const isLinked = await changeLinks(transaction, context, row.id, values);
    if (isLinked && !isChanged) touch(row, context.nowUtc);
  });
}
