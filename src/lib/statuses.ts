/** `future`: published once its publication date has come (rules#publication). */
export const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof STATUSES)[number];

/** Whether an event takes place as it was announced (rules#event-status). */
export const EVENT_STATUSES = ['scheduled', 'canceled', 'postponed'] as const;
