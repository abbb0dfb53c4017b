/** The part of every REST address that names the API. */
export const NAMESPACE = 'calendar/events/v1';
