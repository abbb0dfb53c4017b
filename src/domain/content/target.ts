import { ServiceError } from '../../lib/errors.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { assertMayChange, assertMayCreate, mayRead } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { Authorize, Target } from '../resource/resource.ts';
import type { ContentRecord } from './record.ts';

/** Finds a record by id or slug, regardless of its status. */
type Find<R> = (context: Context, target: Target) => Promise<R | null>;

export const authorizeCreate: Authorize<void> = async (context) => assertMayCreate(context.caller);

/** Authorizes updates and deletions. Refuses callers without write rights before it loads the record (rules#errors). */
export const authorizeChange =
  <R extends ContentRecord>(kind: RecordKind, find: Find<R>): Authorize<R> =>
  async (context, target) => {
    assertMayCreate(context.caller);
    const record = requireExisting(kind, await find(context, target));
    assertMayChange(context.caller, record);
    return record;
  };

/** The record if the caller may read it. @throws ServiceError `…-not-found` 404, `…-not-accessible` 403 */
export function requireReadable<R extends ContentRecord>(
  context: Context,
  kind: RecordKind,
  record: R | null | undefined,
): R {
  if (!record) throw new ServiceError(`${kind}-not-found`);
  if (!mayRead(context.caller, record)) throw new ServiceError(`${kind}-not-accessible`);
  return record;
}

/** The record if the caller may read it, otherwise null. */
export const ifReadable = <R extends ContentRecord>(context: Context, record: R | null): R | null =>
  record && mayRead(context.caller, record) ? record : null;

/** @throws ServiceError `…-not-found` 404, also if the record has just been erased */
export function requireExisting<R>(kind: RecordKind, record: R | null | undefined): R {
  if (!record) throw new ServiceError(`${kind}-not-found`);
  return record;
}
