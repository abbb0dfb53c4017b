/** An action on a user, a password or a webhook. Never contains a secret. */
export interface AuditEntry {
  action:
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
  /** The login of the actor, or a description such as `a token`. */
  by: string;
  user?: string;
  role?: string;
  password?: { id: number; name: string };
  webhook?: number;
}

/** Records an action after it is stored. */
export type Audit = (entry: AuditEntry) => void;

/** Logs each action at level info. */
export const auditTo =
  (log: { info(fields: object, message: string): void }): Audit =>
  ({ action, ...rest }) =>
    log.info({ audit: action, ...rest }, action);
