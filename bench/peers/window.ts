const MONTHS = 24;

/** The default window at an instant: the instant, the first day, and the day after the last day, all in UTC. */
export function windowAt(instant = new Date()): [now: string, from: string, until: string] {
  const [year, month, day] = [instant.getUTCFullYear(), instant.getUTCMonth() + MONTHS, instant.getUTCDate()];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const until = new Date(Date.UTC(year, month, Math.min(day, lastOfMonth) + 1));
  const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
  return [instant.toISOString(), `${dayOf(instant)}T00:00:00Z`, `${dayOf(until)}T00:00:00Z`];
}
