import type { Caller } from '../../src/access/caller.ts';
import { ANONYMOUS, TRUSTED_ANONYMOUS } from '../../src/access/caller.ts';
import {
  assertMayChange,
  assertMaySetAuthor,
  mayManageTerms,
  mayManageUsers,
  mayRead,
  type Status,
  settleStatus,
  visibility,
} from '../../src/access/policy.ts';
import { ROLES, type Role } from '../../src/users/user.entity.ts';

const caller = (role: Role): Caller => ({ id: 7, login: role, role });
const passes = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};
/** Roles for which something holds. */
const roles = (holds: (caller: Caller) => boolean): string[] => ROLES.filter((role) => holds(caller(role)));

const own = (status: Status) => ({ authorId: 7, status });
const foreign = (status: Status) => ({ authorId: 8, status });

test('who may change what', () => {
  const change = (record: ReturnType<typeof own>) =>
    roles((who) => passes(() => assertMayChange(who, record)));
  expect(change(foreign('publish'))).toEqual(['administrator', 'editor']);
  expect(change(foreign('draft'))).toEqual(['administrator', 'editor']);
  expect(change(own('publish'))).toEqual(['administrator', 'editor', 'author']);
  expect(change(own('draft'))).toEqual(['administrator', 'editor', 'author', 'contributor']);
  expect(passes(() => assertMayChange(ANONYMOUS, { authorId: 0, status: 'draft' }))).toBe(false);
  expect(passes(() => assertMayChange(TRUSTED_ANONYMOUS, foreign('publish')))).toBe(true);
});

test('who may read what', () => {
  expect(roles((who) => mayRead(who, foreign('publish')))).toEqual([...ROLES]);
  expect(roles((who) => mayRead(who, foreign('future')))).toEqual(['administrator', 'editor']);
  expect(mayRead(caller('contributor'), own('pending'))).toBe(true);
  expect(mayRead(ANONYMOUS, { authorId: 0, status: 'draft' })).toBe(false);
});

test('who may manage terms and users, and name another author', () => {
  expect(roles(mayManageTerms)).toEqual(['administrator', 'editor']);
  expect(roles(mayManageUsers)).toEqual(['administrator']);
  expect(roles((who) => passes(() => assertMaySetAuthor(who, 8)))).toEqual(['administrator', 'editor']);
  expect(mayManageUsers(TRUSTED_ANONYMOUS)).toBe(false);
});

test('contributors hand in for review', () => {
  expect(
    ['publish', 'future', 'private', 'pending', 'draft'].map((status) =>
      settleStatus(caller('contributor'), status as Status),
    ),
  ).toEqual(['pending', 'pending', 'pending', 'pending', 'draft']);
  expect(settleStatus(caller('author'), 'future')).toBe('publish');
});

test('lists show what the caller may read, and only writers ask for more than what is published', () => {
  expect(visibility(ANONYMOUS)).toEqual({ statuses: ['publish'], scope: 'published' });
  expect(visibility(caller('author')).scope).toBe(7);
  expect(visibility(caller('editor')).scope).toBe('all');
  expect(visibility(caller('editor')).statuses).not.toContain('trash');
  expect(passes(() => visibility(ANONYMOUS, ['draft']))).toBe(false);
  expect(passes(() => visibility(caller('subscriber'), ['publish', 'trash']))).toBe(false);
  expect(visibility(caller('editor'), ['trash', 'trash'])).toEqual({ statuses: ['trash'], scope: 'all' });
});
