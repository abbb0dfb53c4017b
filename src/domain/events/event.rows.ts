import type { InferEntity } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RecordOf, searchable } from '../content/fields.ts';
import type { ContentValues } from '../content/input.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import { changedContentColumns } from '../content/store.ts';
import type { Transaction } from '../context/context.ts';
import { EventEntity } from './event.entity.ts';
import { FIELDS } from './event.fields.ts';
import { announcedStart, impliedFields } from './event.status.ts';
import type { Times } from './event.times.ts';

export type EventRow = InferEntity<typeof EventEntity>;

export const findEventRow = (em: EntityManager, id: number) => em.findOne(EventEntity, id, FOR_CHANGE);

/** Loads and locks all events of a series, in the order of their planned starts. */
export async function findOccurrences(em: EntityManager, seriesId: number): Promise<EventRow[]> {
  // Locking in the order of ids prevents deadlocks between concurrent changes.
  const rows = await em.find(EventEntity, { seriesId }, { ...FOR_CHANGE, orderBy: { id: 'asc' } });
  return rows.sort((one, other) => ((one.recurrenceId ?? '') < (other.recurrenceId ?? '') ? -1 : 1));
}

/** The values that a change sets; absent or undefined ones stay. */
interface ChangedValues {
  readonly content: ContentValues;
  readonly own: Partial<RecordOf<typeof FIELDS>>;
  readonly times?: Times | undefined;
}

/**
 * The columns that a change sets, with derived ones.
 * @param slug the new slug, if a change of several events has already chosen it
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
    ...impliedFields(own, row),
    ...times,
    ...(times && { previousStartsAt: announcedStart(row, times, nowUtc) }),
  };
  return { ...changed, searchText: searchable(FIELDS, { ...row, ...changed }) };
}
