import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RecordOf, searchable } from '../content/fields.ts';
import type { ContentValues } from '../content/input.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import { changedContentColumns } from '../content/store.ts';
import type { Transaction } from '../context/context.ts';
import { EventEntity } from './event.entity.ts';
import { FIELDS } from './event.fields.ts';
import { announcedStart, impliedBy } from './event.status.ts';
import type { Times } from './event.times.ts';

/** An event as an entity. */
export type EventRow = InferEntity<typeof EventEntity>;

/** Reads an event that is about to be changed, and locks it. */
export const findEventRow = (em: EntityManager, id: number) => em.findOne(EventEntity, id, FOR_CHANGE);

/** Reads all events of a series, in the order in which it plans them, and locks them. */
export async function findOccurrences(em: EntityManager, seriesId: number): Promise<EventRow[]> {
  // In the order of their ids, so that two such changes at once do not end in a deadlock.
  const rows = await em.find(EventEntity, { seriesId }, { ...FOR_CHANGE, orderBy: { id: 'asc' } });
  return rows.sort((one, other) => ((one.recurrenceId ?? '') < (other.recurrenceId ?? '') ? -1 : 1));
}

/** What a change sets in an event; what is absent or undefined stays as it is. */
interface ChangedValues {
  readonly content: ContentValues;
  readonly own: Partial<RecordOf<typeof FIELDS>>;
  readonly times?: Times | undefined;
}

/**
 * The columns of an event that a change sets, with what follows from it.
 * @param slug of the event afterwards, where a change of many events has found it
 */
export async function changedColumns(
  transaction: Transaction,
  row: EventRow,
  { content, own, times }: ChangedValues,
  slug?: string,
) {
  const { nowUtc } = transaction.context.clock;
  const changed = {
    ...(await changedContentColumns(transaction, 'event', row, content, slug)),
    ...own,
    ...impliedBy(own, row),
    ...times,
    ...(times && { previousStartsAt: announcedStart(row, times, nowUtc) }),
  };
  return { ...changed, searchText: searchable(FIELDS, { ...row, ...changed }) };
}
