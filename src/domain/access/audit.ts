/** What happened to a user or a password. Never a secret. */
export interface AuditEntry {
  what:
    | 'user created'
    | 'user changed'
    | 'user deleted'
    | 'user readmitted'
    | 'password created'
    | 'password revoked'
    | 'key adopted';
  /** The login of whoever did it, or what did it. */
  by: string;
  /** The login of the user whom it concerns. */
  user?: string;
  role?: string;
  password?: { id: number; name: string };
}

/** Records what was done, once it is stored. */
export type Audit = (entry: AuditEntry) => void;

/** Writes a line at level info for each change of users and passwords. */
export const auditTo =
  (log: { info(fields: object, message: string): void }): Audit =>
  ({ what, ...rest }) =>
    log.info({ audit: what, ...rest }, what);
