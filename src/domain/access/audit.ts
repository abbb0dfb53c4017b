/** What happened to a user, a password or a webhook. Never a secret. */
export interface AuditEntry {
  what:
    | 'user created'
    | 'user changed'
    | 'user deleted'
    | 'user readmitted'
    | 'password created'
    | 'password revoked'
    | 'key adopted'
    | 'webhook created'
    | 'webhook changed'
    | 'webhook deleted'
    | 'webhook secret renewed'
    | 'webhook replayed';
  /** The login of whoever did it, or what did it. */
  by: string;
  /** The login of the user whom it concerns. */
  user?: string;
  role?: string;
  password?: { id: number; name: string };
  /** The id of the webhook. */
  webhook?: number;
}

/** Records what was done, once it is stored. */
export type Audit = (entry: AuditEntry) => void;

/** Writes a line at level info for each change of users, passwords and webhooks. */
export const auditTo =
  (log: { info(fields: object, message: string): void }): Audit =>
  ({ what, ...rest }) =>
    log.info({ audit: what, ...rest }, what);
