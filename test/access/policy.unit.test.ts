import type { Caller } from '../../src/domain/access/caller.ts';
import { ANONYMOUS, TRUSTED_ANONYMOUS } from '../../src/domain/access/caller.ts';
import {
  assertIsUser,
  assertMayChange,
  assertMayCreate,
  assertMayListHidden,
  assertMayManageTerms,
  assertMayManageUsers,
  assertMaySetAuthor,
  forbidden,
  mayChange,
  mayManagePasswords,
  mayManageTerms,
  mayManageUsers,
  mayPublish,
  mayRead,
  readVisibility,
  resolveStatus,
  visibility,
} from '../../src/domain/access/policy.ts';
import { ROLES, type Role } from '../../src/domain/access/role.ts';
import type { Status } from '../../src/lib/statuses.ts';

const caller = (role: Role): Caller => ({ id: 7, login: role, role });
const passes = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};
/** The roles that satisfy a predicate. */
const roles = (holds: (caller: Caller) => boolean): string[] => ROLES.filter((role) => holds(caller(role)));

const own = (status: Status) => ({ authorId: 7, status });
const foreign = (status: Status) => ({ authorId: 8, status });

test('roles that may change records', () => {
  const change = (record: ReturnType<typeof own>) =>
    roles((who) => passes(() => assertMayChange(who, record)));
  expect(change(foreign('publish'))).toEqual(['administrator', 'editor']);
  expect(change(foreign('draft'))).toEqual(['administrator', 'editor']);
  expect(change(own('publish'))).toEqual(['administrator', 'editor', 'author']);
  expect(change(own('draft'))).toEqual(['administrator', 'editor', 'author', 'contributor']);
  expect(passes(() => assertMayChange(ANONYMOUS, { authorId: 0, status: 'draft' }))).toBe(false);
  expect(passes(() => assertMayChange(TRUSTED_ANONYMOUS, foreign('publish')))).toBe(true);
});

test('roles that may read records', () => {
  expect(roles((who) => mayRead(who, foreign('publish')))).toEqual([...ROLES]);
  expect(roles((who) => mayRead(who, foreign('future')))).toEqual(['administrator', 'editor']);
  expect(mayRead(caller('contributor'), own('pending'))).toBe(true);
  expect(mayRead(ANONYMOUS, { authorId: 0, status: 'draft' })).toBe(false);
});

test('the table filter agrees with the check of single records', () => {
  const states: Status[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
  for (const who of [ANONYMOUS, TRUSTED_ANONYMOUS, ...ROLES.map(caller)]) {
    const { statuses, scope } = readVisibility(who);
    for (const record of states.flatMap((status) => [
      own(status),
      foreign(status),
      { authorId: 0, status },
    ])) {
      const inScope = scope === 'all' || record.status === 'publish' || record.authorId === scope;
      expect([who, record, statuses.includes(record.status) && inScope]).toEqual([
        who,
        record,
        mayRead(who, record),
      ]);
    }
  }
});

test('roles that may manage terms and users, and set another author', () => {
  expect(roles(mayManageTerms)).toEqual(['administrator', 'editor']);
  expect(roles(mayManageUsers)).toEqual(['administrator']);
  expect(roles((who) => passes(() => assertMaySetAuthor(who, 8)))).toEqual(['administrator', 'editor']);
  expect(mayManageUsers(TRUSTED_ANONYMOUS)).toBe(false);
});

test('roles that may create and publish records', () => {
  expect(roles((who) => passes(() => assertMayCreate(who)))).toEqual([
    'administrator',
    'editor',
    'author',
    'contributor',
  ]);
  expect(passes(() => assertMayCreate(ANONYMOUS))).toBe(false);
  expect(roles(mayPublish)).toEqual(['administrator', 'editor', 'author']);
  expect(mayPublish(ANONYMOUS)).toBe(false);
});

test('the assertions agree with the predicates', () => {
  expect(roles((who) => passes(() => assertMayManageTerms(who)))).toEqual(['administrator', 'editor']);
  expect(roles((who) => passes(() => assertMayManageUsers(who)))).toEqual(['administrator']);
  expect(roles((who) => passes(() => assertMayListHidden(who, null)))).toEqual(['administrator', 'editor']);
  expect(passes(() => assertMayListHidden(caller('contributor'), 7))).toBe(true);
  expect(passes(() => assertMayListHidden(caller('contributor'), 8))).toBe(false);
  expect(mayManageTerms(ANONYMOUS)).toBe(false);
  expect(passes(() => assertMayListHidden(ANONYMOUS, 0))).toBe(false);
  expect(passes(() => assertMaySetAuthor(caller('contributor'), 7))).toBe(true);
});

test('administrators manage the passwords of all users, others their own', () => {
  expect(roles((who) => passes(() => assertIsUser(who)))).toEqual([...ROLES]);
  expect(passes(() => assertIsUser(ANONYMOUS))).toBe(false);
  expect(passes(() => assertIsUser(TRUSTED_ANONYMOUS))).toBe(false);
  expect(roles((who) => mayManagePasswords(who, 8))).toEqual(['administrator']);
  expect(roles((who) => mayManagePasswords(who, 7))).toEqual([...ROLES]);
  expect(mayManagePasswords(ANONYMOUS, 0)).toBe(false);
});

test('without the right, anonymous callers get 401 and users get 403', () => {
  expect(forbidden(ANONYMOUS)).toMatchObject({ code: 'rest_forbidden', status: 401 });
  expect(forbidden(caller('subscriber'))).toMatchObject({ code: 'rest_forbidden', status: 403 });
});

test.each(['publish', 'future', 'private'] as const)(
  'a contributor cannot change a record in state %s',
  (status) => {
    expect(mayChange(caller('contributor'), own(status))).toBe(false);
    expect(mayChange(caller('author'), own(status))).toBe(true);
    expect(mayChange(caller('subscriber'), own(status))).toBe(false);
  },
);

test.each(['draft', 'pending', 'trash'] as const)(
  'a contributor may change its own record in state %s',
  (status) => {
    expect(mayChange(caller('contributor'), own(status))).toBe(true);
    expect(mayChange(caller('contributor'), foreign(status))).toBe(false);
    expect(mayChange(caller('subscriber'), own(status))).toBe(false);
    expect(resolveStatus(caller('contributor'), status)).toBe(status);
  },
);

test("a contributor's record becomes pending", () => {
  expect(
    ['publish', 'future', 'private', 'pending', 'draft'].map((status) =>
      resolveStatus(caller('contributor'), status as Status),
    ),
  ).toEqual(['pending', 'pending', 'pending', 'pending', 'draft']);
  expect(resolveStatus(caller('author'), 'future')).toBe('publish');
});

test('lists show readable records only, and only writers may request unpublished ones', () => {
  expect(visibility(ANONYMOUS)).toEqual({ statuses: ['publish'], scope: 'published' });
  expect(visibility(caller('subscriber'))).toEqual({ statuses: ['publish'], scope: 'published' });
  expect(visibility(caller('author'))).toEqual({
    statuses: ['publish', 'future', 'draft', 'pending', 'private'],
    scope: 7,
  });
  expect(visibility(caller('author'), ['draft', 'publish'])).toEqual({
    statuses: ['draft', 'publish'],
    scope: 7,
  });
  expect(visibility(caller('subscriber'), ['publish'])).toEqual({
    statuses: ['publish'],
    scope: 'published',
  });
  expect(visibility(caller('contributor'), []).scope).toBe(7);
  expect(visibility(TRUSTED_ANONYMOUS).scope).toBe('all');
  expect(visibility(caller('editor')).scope).toBe('all');
  expect(visibility(caller('editor')).statuses).not.toContain('trash');
  expect(passes(() => visibility(ANONYMOUS, ['draft']))).toBe(false);
  expect(passes(() => visibility(caller('subscriber'), ['publish', 'trash']))).toBe(false);
  expect(visibility(caller('editor'), ['trash', 'trash'])).toEqual({ statuses: ['trash'], scope: 'all' });
});
