import type { Audit } from './audit.ts';
import { PasswordKeys } from './password-keys.ts';

/** What operations on users and passwords need beside the request. */
export interface AccessServices {
  readonly keys: PasswordKeys;
  readonly audit: Audit;
}

/** Without SECRET_KEY, and noting nothing. */
export const PLAIN: AccessServices = { keys: new PasswordKeys(undefined), audit: () => {} };
