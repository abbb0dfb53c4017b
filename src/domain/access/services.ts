import type { Audit } from './audit.ts';
import { PasswordKeys } from './password-keys.ts';

/** Services for operations on users, passwords and webhooks. */
export interface AccessServices {
  readonly keys: PasswordKeys;
  readonly audit: Audit;
}

/** Without SECRET_KEY and without an audit log. */
export const DEFAULT_ACCESS_SERVICES: AccessServices = { keys: new PasswordKeys(undefined), audit: () => {} };
