import type { Role } from './role.ts';

/** The sender of a request. Anonymous callers have id 0 and no login. */
export interface Caller {
  readonly id: number;
  readonly login: string | null;
  readonly role: Role | 'anonymous';
}

export const ANONYMOUS: Caller = { id: 0, login: null, role: 'anonymous' };

/** Anonymous callers on a closed network that lets them write (ALLOW_ANONYMOUS_WRITES). */
export const TRUSTED_ANONYMOUS: Caller = { id: 0, login: null, role: 'editor' };
