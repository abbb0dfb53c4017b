/** The path segment of all REST routes. */
export const NAMESPACE = 'calendar/events/v1';
