import { ServiceError } from '../../lib/errors.ts';
import type { Status } from '../../lib/statuses.ts';
import type { RecordVisibility } from '../../platform/cache/change.entity.ts';
import type { Caller } from './caller.ts';
import { ROLES, type Role } from './role.ts';

/**
 * Who may do what, for REST and GraphQL alike; nothing else decides it. Rights depend on the record, not only
 * on its type (rules#rights, rules#status).
 */

/** What the rights to a record depend on. */
interface Owned {
  authorId: number;
  status: Status;
}

/** A record before or after a change, as the rights to be told of that depend on it. */
interface Followed {
  visibility: RecordVisibility;
  authorId: number;
}

interface Rights {
  /** Create records, and change one's own. */
  write: boolean;
  /** Publish them, and change or delete what is published. */
  publish: boolean;
  /** Read, change and delete what belongs to others; name another author. */
  others: boolean;
  /** Create, change and delete categories and tags. */
  terms: boolean;
  /** Manage users and application passwords. */
  users: boolean;
  /** Manage webhooks, with the rights of whomever. */
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

/** 401 for anonymous callers, who may log in; 403 for everyone else. */
export function forbidden(caller: Caller): ServiceError {
  return new ServiceError(caller.role === 'anonymous' ? 'rest_login_needed' : 'rest_forbidden');
}

/** @throws ServiceError rest_forbidden 401/403 */
export function assertMayCreate(caller: Caller): void {
  if (!RIGHTS[caller.role].write) throw forbidden(caller);
}

/** Whether the caller may change a record. */
export const mayChange = (caller: Caller, record: Owned): boolean => {
  const { write, publish, others } = RIGHTS[caller.role];
  return others || (write && isOwn(caller, record) && (publish || !isPublished(record.status)));
};

/** Of changing and of deleting a record. @throws ServiceError rest_forbidden 401/403 */
export function assertMayChange(caller: Caller, record: Owned): void {
  if (!mayChange(caller, record)) throw forbidden(caller);
}

/** Whether the caller may read a record: what is published, what is one's own, and for editors everything. */
export const mayRead = (caller: Caller, record: Owned): boolean =>
  record.status === 'publish' || RIGHTS[caller.role].others || isOwn(caller, record);

/** Whether a subscription tells the caller of a record. Events that lists leave out are told where they are named. */
export const mayFollow = (caller: Caller, { visibility, authorId }: Followed, isNamed: boolean): boolean =>
  visibility === 'public' ||
  RIGHTS[caller.role].others ||
  (visibility === 'hidden' ? isNamed : caller.id !== 0 && authorId === caller.id);

/** Whether the caller may read all records, whoever wrote them and whatever their status. */
export const mayReadEverything = (caller: Caller): boolean => RIGHTS[caller.role].others;
/** The roles of users who may. */
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
/** Asserts that the caller is a user, who may have passwords. @throws ServiceError rest_forbidden 401/403 */
export function assertIsUser(caller: Caller): void {
  if (caller.id === 0) throw forbidden(caller);
}
/** Administrators may manage the passwords of everybody, and users their own. */
export const mayManagePasswords = (caller: Caller, userId: number): boolean =>
  RIGHTS[caller.role].users || (caller.id !== 0 && caller.id === userId);
/** Everybody may know what a user is called. The login, the role and the rest are for administrators and the user. */
export const mayReadAccount = mayManagePasswords;
export const mayManageUsers = (caller: Caller): boolean => RIGHTS[caller.role].users;

/**
 * Asserts that the caller may make somebody the author of a record.
 * @throws ServiceError rest_forbidden 403 for somebody else, without the right to that (rules#rights)
 */
export function assertMaySetAuthor(caller: Caller, authorId: number): void {
  if (!RIGHTS[caller.role].others && authorId !== caller.id) throw forbidden(caller);
}

/**
 * Asserts that the caller may list hidden events, as those may who may change all of them.
 * @throws ServiceError rest_forbidden 401/403
 */
export function assertMayListHidden(caller: Caller): void {
  if (!RIGHTS[caller.role].others) throw forbidden(caller);
}

/** Whether the caller may add an image by its address; others name a stored one by its id (rules#images). */
export const mayAddImages = (caller: Caller): boolean => RIGHTS[caller.role].publish;

export const mayPublish = (caller: Caller): boolean => RIGHTS[caller.role].publish;

/**
 * The status that a record gets: `pending` in place of one that the caller has no right to set (rules#rights).
 * Whether `publish` is `future` depends on the date; see `scheduled` in content/publication.ts.
 */
export function resolveStatus(caller: Caller, wanted: Status): Status {
  const status = wanted === 'future' ? 'publish' : wanted;
  if (RIGHTS[caller.role].publish) return status;
  return status === 'draft' || status === 'pending' || status === 'trash' ? status : 'pending';
}

/**
 * Which records a list may show: `all` of them, the `published` ones, or, by the id of a user, these and the
 * ones of that author.
 */
export interface Visibility {
  readonly statuses: readonly Status[];
  readonly scope: 'all' | 'published' | number;
}

const LISTED: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private'];

/** Which records the caller may read, as {@link mayRead} says of one. */
export function readability(caller: Caller): Visibility {
  if (RIGHTS[caller.role].others) return { statuses: [...LISTED, 'trash'], scope: 'all' };
  if (caller.id === 0) return { statuses: ['publish'], scope: 'published' };
  return { statuses: [...LISTED, 'trash'], scope: caller.id };
}

/**
 * What a list shows the caller (rules#status): without a status filter everything the caller may read but the
 * trash; with one, these states.
 * @throws ServiceError rest_forbidden 401/403 when a state is beyond the caller's rights
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
  if (others) return { statuses: LISTED, scope: 'all' };
  return write && caller.id !== 0
    ? { statuses: LISTED, scope: caller.id }
    : { statuses: ['publish'], scope: 'published' };
}
