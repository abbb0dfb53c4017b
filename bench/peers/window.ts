const MONTHS = 24;

/** The default window at a moment: what must be published by then, the first day, and the day after the last, all in UTC. */
export function windowAt(moment = new Date()): [now: string, from: string, until: string] {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth() + MONTHS, moment.getUTCDate()];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const until = new Date(Date.UTC(year, month, Math.min(day, lastOfMonth) + 1));
  const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
  return [moment.toISOString(), `${dayOf(moment)}T00:00:00Z`, `${dayOf(until)}T00:00:00Z`];
}
