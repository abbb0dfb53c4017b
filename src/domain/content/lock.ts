import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RecordKind } from '../../lib/kinds.ts';
import type { Status } from '../../lib/statuses.ts';
import { assertMayChange } from '../access/policy.ts';
import type { Transaction } from '../context/context.ts';
import type { ContentRecord } from './record.ts';
import { requireExisting } from './target.ts';

/** The shared columns of events, venues and organizers that changes check. */
export interface LockedRow {
  id: number;
  authorId: number;
  status: Status;
  publishedUtc: string;
  undated: boolean;
  modifiedUtc: string;
  slug: string;
}

/** Locks a row against changes until the end of the transaction. */
export const FOR_CHANGE = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** Finds a row {@link FOR_CHANGE} by its id. */
export type FindRow<R extends LockedRow = LockedRow> = (em: EntityManager, id: number) => Promise<R | null>;

/** The version of a record that a request read before it locked the row. */
export type RecordVersion = Pick<ContentRecord, 'id' | 'modifiedUtc'>;

/**
 * Locks the row of a record until the end of the transaction. Checks the rights of the caller again, and the
 * precondition of the request. @returns the row, and whether it is unchanged since `version`
 * @throws ServiceError `…-not-found` 404, rest_forbidden, precondition_failed 412
 */
export async function lockRow<R extends LockedRow>(
  transaction: Transaction,
  kind: RecordKind,
  find: FindRow<R>,
  version: RecordVersion,
): Promise<{ row: R; isUnchanged: boolean }> {
  const { context, em } = transaction;
  const row = requireExisting(kind, await find(em, version.id));
  // A concurrent request may have published the record.
  assertMayChange(context.caller, row);
  await transaction.assertPrecondition();
  return { row, isUnchanged: row.modifiedUtc === version.modifiedUtc };
}
