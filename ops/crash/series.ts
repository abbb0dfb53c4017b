import { queryOnce } from '../../bench/support/database.ts';
import { AUTHORIZATION, NAMESPACE } from '../../bench/support/service.ts';

const HEADERS = { authorization: AUTHORIZATION, 'content-type': 'application/json' };
/** Events per series; enough for a kill in the middle of a write. */
const LENGTH = 200;
const DATES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };

/** A sent write without a response so far. */
interface Unanswered {
  /** The parent event; null: a creation. */
  readonly id: number | null;
  readonly title: string;
}

/** Acknowledged series and pending writes. */
export class SeriesLedger {
  /** Titles by the id of the parent. */
  readonly titles = new Map<number, string>();
  readonly unanswered = new Set<Unanswered>();
  acknowledged = 0;
  #last = 0;

  nextTitle(): string {
    return `Course ${++this.#last}`;
  }
}

/** Alternately creates a series and renames it, until the service is killed. @returns the statuses of refused writes */
export async function writeSeries(
  url: string,
  ledger: SeriesLedger,
  isStopped: () => boolean,
): Promise<number[]> {
  const refused: number[] = [];
  for (let last: number | null = null; !isStopped(); ) {
    const write: Unanswered = { id: last, title: ledger.nextTitle() };
    ledger.unanswered.add(write);
    const { title } = write;
    const recurrence = `FREQ=DAILY;COUNT=${LENGTH}`;
    try {
      const response: Response = await (last === null
        ? fetch(`${url}${NAMESPACE}/events`, {
            method: 'POST',
            headers: HEADERS,
            body: JSON.stringify({ title, recurrence, tags: ['series'], ...DATES }),
          })
        : fetch(`${url}${NAMESPACE}/events/${last}?scope=all`, {
            method: 'PATCH',
            headers: HEADERS,
            body: JSON.stringify({ title }),
          }));
      const body: unknown = await response.json();
      const id = Number(typeof body === 'object' && body !== null ? Reflect.get(body, 'id') : undefined);
      if (response.status !== 200 && response.status !== 201) refused.push(response.status);
      else {
        ledger.unanswered.delete(write);
        ledger.titles.set(id, title);
        ledger.acknowledged += 1;
      }
      last = last === null && response.status === 201 ? id : null;
    } catch {
      // Killed; the comparison determines whether the write was stored.
      return refused;
    }
  }
  return refused;
}

interface Stored {
  readonly id: number;
  readonly title: string;
  readonly isWhole: boolean;
}

const STORED = `
  select parent_id as id, min(title) as title,
    count(*) = ${LENGTH} and count(distinct recurrence_id) = ${LENGTH} and count(distinct title) = 1
      and bool_and(post_parent = case when event.id = parent_id then 0 else parent_id end)
      and bool_and(exists (select from event_term where event_id = event.id)) as "isWhole"
  from series left join event on series_id = series.id group by parent_id`;

/**
 * Compares stored series with acknowledged writes: each has all of its events, and either all or none are renamed.
 * @returns the differences, and the number of stored unanswered writes
 */
export async function compareSeries(
  databaseUrl: string,
  ledger: SeriesLedger,
): Promise<{ differences: string[]; storedUnanswered: number }> {
  const differences: string[] = [];
  const stored = await queryOnce<Stored>(databaseUrl, STORED);
  const unanswered = [...ledger.unanswered];
  ledger.unanswered.clear();
  let storedUnanswered = 0;
  for (const series of stored) {
    const { id, title, isWhole } = series;
    if (!isWhole) differences.push(`incomplete series: ${JSON.stringify(series)}`);
    const expected = ledger.titles.get(id);
    if (expected === title) continue;
    const write = unanswered.find(
      (one) => one.title === title && one.id === (expected === undefined ? null : id),
    );
    if (!write) differences.push(`series not as acknowledged: ${JSON.stringify(series)}, ${expected}`);
    storedUnanswered += 1;
    ledger.titles.set(id, title);
  }
  const ids = new Set(stored.map(({ id }) => id));
  for (const [id, title] of ledger.titles)
    if (!ids.has(id)) differences.push(`lost: series of event ${id}, ${title}`);
  return { differences, storedUnanswered };
}
