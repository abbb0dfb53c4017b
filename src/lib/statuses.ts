export const STORED_STATUSES = ['publish', 'draft', 'pending', 'private', 'trash'] as const;
/** What is stored; `future` is `publish` with a publication date that is still to come (rules#publication). */
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** Whether an event takes place as it was announced (rules#event-status). */
export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed'] as const;
