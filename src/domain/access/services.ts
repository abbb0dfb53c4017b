import type { Audit } from './audit.ts';
import { PasswordKeys } from './password-keys.ts';

/** What operations on users and passwords need besides the request. */
export interface AccessServices {
  readonly keys: PasswordKeys;
  readonly audit: Audit;
}

/** Without SECRET_KEY and without an audit log. */
export const PLAIN: AccessServices = { keys: new PasswordKeys(undefined), audit: () => {} };
