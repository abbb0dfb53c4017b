import { ROLES, type Role } from '../access/role.ts';

/** Finds a claim by name, even with dots (`https://example.net/roles`), or by path (`realm_access.roles`). */
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

/** The roles of this service in a claim, a list or one text separated by spaces or commas; ignores all others. */
export function rolesIn(claims: Record<string, unknown>, path: string): Role[] {
  const value = claimAt(claims, path);
  const words = typeof value === 'string' ? value.split(/[\s,]+/) : Array.isArray(value) ? value : [];
  const lowerCase = new Set(
    words.filter((word) => typeof word === 'string').map((word) => word.toLowerCase()),
  );
  return ROLES.filter((role) => lowerCase.has(role));
}

/** The role with the most rights; `subscriber` if there is none. */
export const highestRole = (roles: readonly Role[]): Role =>
  ROLES.find((role) => roles.includes(role)) ?? 'subscriber';
