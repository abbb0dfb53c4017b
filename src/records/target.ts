import type { Caller } from '../access/caller.ts';
import { assertMayChange, assertMayCreate, assertMayDelete, assertMayRead } from '../access/policy.ts';
import type { Context } from '../context.ts';
import type { StoredStatus } from '../database/base.ts';
import type { Db } from '../database/orm.ts';
import { ServiceError } from '../errors.ts';
import { invalid } from './checks.ts';
import type { RecordKind } from './kinds.ts';
import { owned, type PostRecord } from './record.ts';
import type { Authorize, Target } from './resource.ts';

type Found = Pick<PostRecord, 'id' | 'author' | 'status' | 'dateUtc' | 'slug'>;

/**
 * The record that an id or slug names, whatever its state; slugs match without regard to case. @throws
 * ServiceError when neither is given
 */
export async function findPost(db: Db, kind: RecordKind, target: Target): Promise<Found | null> {
  const { id, slug } = target;
  if (typeof id !== 'number' && typeof slug !== 'string') throw invalid('id', 'an id or a slug is needed');
  const query = db
    .selectFrom(kind)
    .select(['id', 'author_id as author', 'status', 'published_utc as dateUtc', 'slug']);
  const named =
    typeof id === 'number'
      ? query.where('id', '=', id)
      : query.where('slug', '=', (slug ?? '').toLowerCase());
  return (await named.executeTakeFirst()) ?? null;
}

/** @throws ServiceError `event-not-found` and the like, 404 */
export async function needPost(context: Context, kind: RecordKind, target: Target): Promise<Found> {
  const found = await findPost(context.db, kind, target);
  if (!found) throw new ServiceError(`${kind}-not-found`);
  return found;
}

/**
 * Asks again for the right to change a row, once nobody else can change it: somebody may have published it
 * since it was authorised.
 * @throws ServiceError rest_forbidden
 */
export function assertStillMayChange(
  context: Context,
  row: { authorId: number; status: StoredStatus; publishedUtc: string },
): void {
  assertMayChange(
    context.caller,
    owned({ author: row.authorId, status: row.status, dateUtc: row.publishedUtc }, context),
  );
}

/** Callers who may write nothing at all learn that first, whatever they name (decisions.md 32). */
const onTarget =
  (kind: RecordKind, assert: (caller: Caller, record: ReturnType<typeof owned>) => void): Authorize =>
  async (context, target) => {
    assertMayCreate(context.caller);
    assert(context.caller, owned(await needPost(context, kind, target), context));
  };

export const authorizeCreate: Authorize = (context) => assertMayCreate(context.caller);
export const authorizeChange = (kind: RecordKind): Authorize => onTarget(kind, assertMayChange);
export const authorizeDelete = (kind: RecordKind): Authorize => onTarget(kind, assertMayDelete);

/** The record if the caller may read it. @throws ServiceError `…-not-found` 404, `…-not-accessible` 403 */
export function readable<R extends PostRecord>(
  context: Context,
  kind: RecordKind,
  record: R | null | undefined,
): R {
  if (!record) throw new ServiceError(`${kind}-not-found`);
  assertMayRead(context.caller, kind, owned(record, context));
  return record;
}

/**
 * A record that was there a moment ago. @throws ServiceError `…-not-found` 404 when it has just been erased
 */
export function existing<R>(kind: RecordKind, record: R | null | undefined): R {
  if (!record) throw new ServiceError(`${kind}-not-found`);
  return record;
}
