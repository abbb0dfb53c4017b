import { ServiceError } from '../../lib/errors.ts';
import type { Status } from '../../lib/statuses.ts';
import type { RecordVisibility } from '../../platform/cache/change.entity.ts';
import type { Caller } from './caller.ts';
import { ROLES, type Role } from './role.ts';

/**
 * The rights of callers, for REST and GraphQL alike; nothing else decides them. Rights depend on the record, not only
 * on its type (rules#rights, rules#status).
 */

/** The fields of a record that decide the rights to it. */
interface Owned {
  authorId: number;
  status: Status;
}

/** The state of a record before or after a change, which decides whether subscribers are notified. */
interface FollowedState {
  visibility: RecordVisibility;
  authorId: number;
}

interface Rights {
  /** Create records, and change own ones. */
  write: boolean;
  /** Publish own records, and change or delete published ones. */
  publish: boolean;
  /** Read, change and delete records of other authors; name another author. */
  others: boolean;
  terms: boolean;
  users: boolean;
  /** Manage webhooks, with the rights of any user. */
  webhooks: boolean;
}

const RIGHTS: Record<Role | 'anonymous', Rights> = {
  administrator: { write: true, publish: true, others: true, terms: true, users: true, webhooks: true },
  editor: { write: true, publish: true, others: true, terms: true, users: false, webhooks: false },
  author: { write: true, publish: true, others: false, terms: false, users: false, webhooks: false },
  contributor: { write: true, publish: false, others: false, terms: false, users: false, webhooks: false },
  subscriber: { write: false, publish: false, others: false, terms: false, users: false, webhooks: false },
  anonymous: { write: false, publish: false, others: false, terms: false, users: false, webhooks: false },
};

const isOwn = (caller: Caller, record: Owned): boolean => caller.id !== 0 && record.authorId === caller.id;
const isPublished = (status: Status): boolean =>
  status === 'publish' || status === 'future' || status === 'private';

/** 401 for anonymous callers, because they may log in; 403 for users. */
export function forbidden(caller: Caller): ServiceError {
  return new ServiceError(caller.role === 'anonymous' ? 'rest_login_needed' : 'rest_forbidden');
}

/** Whether the caller may create records. */
export const mayWrite = (caller: Caller): boolean => RIGHTS[caller.role].write;

/** @throws ServiceError rest_forbidden 401/403 */
export function assertMayCreate(caller: Caller): void {
  if (!RIGHTS[caller.role].write) throw forbidden(caller);
}

export const mayChange = (caller: Caller, record: Owned): boolean => {
  const { write, publish, others } = RIGHTS[caller.role];
  return others || (write && isOwn(caller, record) && (publish || !isPublished(record.status)));
};

/** Applies to changing and deleting. @throws ServiceError rest_forbidden 401/403 */
export function assertMayChange(caller: Caller, record: Owned): void {
  if (!mayChange(caller, record)) throw forbidden(caller);
}

/** Published and own records; for editors all records. */
export const mayRead = (caller: Caller, record: Owned): boolean =>
  record.status === 'publish' || RIGHTS[caller.role].others || isOwn(caller, record);

/** Whether a subscription notifies the caller. Hidden events count only if the subscription names records. */
export const mayFollow = (
  caller: Caller,
  { visibility, authorId }: FollowedState,
  isNamed: boolean,
): boolean =>
  visibility === 'public' ||
  RIGHTS[caller.role].others ||
  (visibility === 'hidden' ? isNamed : caller.id !== 0 && authorId === caller.id);

/** Whether the caller may read records of any author and status. */
export const mayReadEverything = (caller: Caller): boolean => RIGHTS[caller.role].others;
/** The roles with {@link mayReadEverything}. */
export const ROLES_READING_EVERYTHING: readonly Role[] = ROLES.filter((role) => RIGHTS[role].others);

/** @throws ServiceError rest_forbidden 401/403 */
export function assertMayManageTerms(caller: Caller): void {
  if (!RIGHTS[caller.role].terms) throw forbidden(caller);
}
export const mayManageTerms = (caller: Caller): boolean => RIGHTS[caller.role].terms;
/** @throws ServiceError rest_forbidden 401/403 */
export function assertMayManageUsers(caller: Caller): void {
  if (!RIGHTS[caller.role].users) throw forbidden(caller);
}
export const mayManageWebhooks = (caller: Caller): boolean => RIGHTS[caller.role].webhooks;
/** @throws ServiceError rest_forbidden 401/403 */
export function assertMayManageWebhooks(caller: Caller): void {
  if (!mayManageWebhooks(caller)) throw forbidden(caller);
}
/** Anonymous callers have no passwords. @throws ServiceError rest_forbidden 401/403 */
export function assertIsUser(caller: Caller): void {
  if (caller.id === 0) throw forbidden(caller);
}
/** Administrators may manage all passwords, and users their own. */
export const mayManagePasswords = (caller: Caller, userId: number): boolean =>
  RIGHTS[caller.role].users || (caller.id !== 0 && caller.id === userId);
/** Names of users are public. The login, the role and the rest are for administrators and the user. */
export const mayReadAccount = mayManagePasswords;
export const mayManageUsers = (caller: Caller): boolean => RIGHTS[caller.role].users;

/** @throws ServiceError rest_forbidden 403 for another author, without the right to set one (rules#rights) */
export function assertMaySetAuthor(caller: Caller, authorId: number): void {
  if (!RIGHTS[caller.role].others && authorId !== caller.id) throw forbidden(caller);
}

/**
 * Requires the right to change all events, unless the list has only own ones.
 * @param authorId the only author in the list
 * @throws ServiceError rest_forbidden 401/403
 */
export function assertMayListHidden(caller: Caller, authorId: number | null): void {
  const isOwnList = caller.id !== 0 && authorId === caller.id;
  if (!RIGHTS[caller.role].others && !isOwnList) throw forbidden(caller);
}

/** Whether the caller may add an image by its URL; others use the id of a stored one (rules#images). */
export const mayAddImages = (caller: Caller): boolean => RIGHTS[caller.role].publish;

/** Callers with the right to write records may upload pictures for them. */
export const mayUploadPictures = (caller: Caller): boolean => RIGHTS[caller.role].write;
/** @throws ServiceError rest_forbidden 401/403 */
export function assertMayUploadPictures(caller: Caller): void {
  if (!mayUploadPictures(caller)) throw forbidden(caller);
}

export const mayPublish = (caller: Caller): boolean => RIGHTS[caller.role].publish;

/**
 * The status that a record gets: `pending` in place of one that the caller may not set (rules#rights). Whether
 * `publish` becomes `future` depends on the date; see `scheduled` in content/publication.ts.
 */
export function resolveStatus(caller: Caller, wanted: Status): Status {
  const status = wanted === 'future' ? 'publish' : wanted;
  if (RIGHTS[caller.role].publish) return status;
  return status === 'draft' || status === 'pending' || status === 'trash' ? status : 'pending';
}

/** The records in a list: `all`, the `published` ones, or the published ones and those of the author with this id. */
export interface Visibility {
  readonly statuses: readonly Status[];
  readonly scope: 'all' | 'published' | number;
}

const LISTED_STATUSES: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private'];

/** The records that the caller may read, like {@link mayRead} for one record. */
export function readVisibility(caller: Caller): Visibility {
  if (RIGHTS[caller.role].others) return { statuses: [...LISTED_STATUSES, 'trash'], scope: 'all' };
  if (caller.id === 0) return { statuses: ['publish'], scope: 'published' };
  return { statuses: [...LISTED_STATUSES, 'trash'], scope: caller.id };
}

/**
 * The records that a list shows the caller (rules#status): without a status filter, all readable ones except trash;
 * with one, records with these statuses.
 * @throws ServiceError rest_forbidden 401/403 for a status beyond the caller's rights
 */
export function visibility(caller: Caller, wanted?: readonly Status[] | null): Visibility {
  const { others, write } = RIGHTS[caller.role];
  if (wanted && wanted.length > 0) {
    if (!write && wanted.some((status) => status !== 'publish')) throw forbidden(caller);
    return {
      statuses: [...new Set(wanted)],
      scope: others ? 'all' : write && caller.id !== 0 ? caller.id : 'published',
    };
  }
  if (others) return { statuses: LISTED_STATUSES, scope: 'all' };
  return write && caller.id !== 0
    ? { statuses: LISTED_STATUSES, scope: caller.id }
    : { statuses: ['publish'], scope: 'published' };
}
