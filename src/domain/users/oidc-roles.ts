import { ROLES, type Role } from '../access/role.ts';

/**
 * Finds a claim by its name, which may contain dots (`https://example.net/roles`), or by a path through
 * objects (`realm_access.roles`).
 */
function claimAt(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? Reflect.get(value, key)
          : undefined,
      claims,
    );
}

/**
 * Our roles that a token names, in a list or in one text separated by blanks or commas; all others are
 * ignored.
 */
export function rolesIn(claims: Record<string, unknown>, path: string): Role[] {
  const value = claimAt(claims, path);
  const words = typeof value === 'string' ? value.split(/[\s,]+/) : Array.isArray(value) ? value : [];
  const lowerCase = new Set(
    words.filter((word) => typeof word === 'string').map((word) => word.toLowerCase()),
  );
  return ROLES.filter((role) => lowerCase.has(role));
}

/** The role with most rights; `subscriber` when there is none. */
export const highestRole = (roles: readonly Role[]): Role =>
  ROLES.find((role) => roles.includes(role)) ?? 'subscriber';
