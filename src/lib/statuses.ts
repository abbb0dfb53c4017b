/** `future`: published from its publication date on (rules#publication). */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof STATUSES)[number];

/** Whether an event takes place as announced (rules#event-status). */
export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed'] as const;
