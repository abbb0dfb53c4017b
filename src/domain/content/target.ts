import { ServiceError } from '../../lib/errors.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { assertMayChange, assertMayCreate, mayRead } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { Authorize, Target } from '../resource/resource.ts';
import type { ContentRecord } from './record.ts';

/** Reads the record that an id or slug names, whatever its state. */
type Find<R> = (context: Context, target: Target) => Promise<R | null>;

export const authorizeCreate: Authorize<void> = async (context) => assertMayCreate(context.caller);

/**
 * Of a change, and of a deletion. Callers who may not write at all are refused before the record is read
 * (rules#errors).
 */
export const authorizeChange =
  <R extends ContentRecord>(kind: RecordKind, find: Find<R>): Authorize<R> =>
  async (context, target) => {
    assertMayCreate(context.caller);
    const record = existing(kind, await find(context, target));
    assertMayChange(context.caller, record);
    return record;
  };

/** The record if the caller may read it. @throws ServiceError `…-not-found` 404, `…-not-accessible` 403 */
export function readable<R extends ContentRecord>(
  context: Context,
  kind: RecordKind,
  record: R | null | undefined,
): R {
  if (!record) throw new ServiceError(`${kind}-not-found`);
  if (!mayRead(context.caller, record)) throw new ServiceError(`${kind}-not-accessible`);
  return record;
}

/** The record if the caller may read it; else null, as for one that is missing. */
export const ifReadable = <R extends ContentRecord>(context: Context, record: R | null): R | null =>
  record && mayRead(context.caller, record) ? record : null;

/**
 * A record that must be there. @throws ServiceError `…-not-found` 404, also when it has just been erased
 */
export function existing<R>(kind: RecordKind, record: R | null | undefined): R {
  if (!record) throw new ServiceError(`${kind}-not-found`);
  return record;
}
