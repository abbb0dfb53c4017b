import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Transaction } from '../context.ts';
import type { StoredStatus } from '../database/base.ts';
import type { RecordKind } from './kinds.ts';
import type { PostRecord } from './record.ts';
import { assertStillMayChange, existing } from './target.ts';

/** What the rows of events, venues and organizers have in common, as far as it matters for their changes. */
export interface LockedRow {
  id: number;
  authorId: number;
  status: StoredStatus;
  publishedUtc: string;
  undated: boolean;
  modifiedUtc: string;
  slug: string;
}

/** How a row is read that is to be changed: nobody else changes it until the end of the transaction. */
export const FOR_CHANGE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** Finds a row {@link FOR_CHANGE} by its id. */
export type FindRow<R extends LockedRow = LockedRow> = (em: EntityManager, id: number) => Promise<R | null>;

/** What is known of a record before its row is locked. */
export type Found = Pick<PostRecord, 'id' | 'modifiedUtc'>;

/**
 * A row that nobody else changes until the end of the transaction, if the caller may still change it and what
 * the caller demands still holds; and whether nobody has changed it since it was found.
 * @throws ServiceError `…-not-found` 404, rest_forbidden, precondition_failed 412
 */
export async function lockRow<R extends LockedRow>(
  transaction: Transaction,
  kind: RecordKind,
  find: FindRow<R>,
  found: Found,
): Promise<{ row: R; isAsFound: boolean }> {
  const row = existing(kind, await find(transaction.em, found.id));
  assertStillMayChange(transaction, row);
  await transaction.assertPrecondition();
  return { row, isAsFound: row.modifiedUtc === found.modifiedUtc };
}
