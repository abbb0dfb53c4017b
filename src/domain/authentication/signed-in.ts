import type { Caller } from '../access/caller.ts';
import type { Role } from '../access/role.ts';

/** The result of a sign-in by password or at the OpenID Connect issuer. */
export interface SignedIn {
  readonly caller: Caller;
  /** Null for a token of the issuer. */
  readonly passwordId: number | null;
  /** The highest role in the token, which counts in addition to the stored one; null for a password. */
  readonly role: Role | null;
}
