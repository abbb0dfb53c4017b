import { isRecord } from '../support/words.ts';
import type { World } from '../support/world.ts';

/** A weekly course across the change to summer time on 30 March. */
export const COURSE = {
  title: 'Course',
  start_date: '2031-03-18 18:00',
  end_date: '2031-03-18 20:00',
  timezone: 'Europe/Berlin',
  recurrence: 'FREQ=WEEKLY;COUNT=4',
};

/** An event as stored. */
export interface Occurrence {
  id: number;
  title: string;
  slug: string;
  status: string;
  start: string;
  startUtc: string;
  end: string;
  planned: string | null;
  detached: boolean;
  parent: number;
  series: number | null;
}

const COLUMNS = `id, title, slug, status, start_local::text as start, start_utc::text as "startUtc", end_local::text as "end",
  recurrence_id::text as planned, is_detached as detached, post_parent as parent, series_id as series`;

const run = <Row>({ server }: World, query: string): Promise<Row[]> =>
  server.orm.em.getConnection().execute<Row[]>(query);

/** All events of the series of an event, in planned order, including the trash. */
export const seriesOf = (world: World, id: number): Promise<Occurrence[]> =>
  run(
    world,
    `select ${COLUMNS} from event where series_id = (select series_id from event where id = ${id}) order by recurrence_id, id`,
  );

/** Any event as stored. */
export async function stored(world: World, id: number): Promise<Occurrence> {
  const [row] = await run<Occurrence>(world, `select ${COLUMNS} from event where id = ${id}`);
  if (!row) throw new Error(`there is no event ${id}`);
  return row;
}

interface StoredSeries {
  id: number;
  parent: number;
  rule: string | null;
  dates: string[];
  exceptions: string[];
  start: string;
  until: string | null;
}

export async function planOf(world: World, id: number): Promise<StoredSeries> {
  const [row] = await run<StoredSeries>(
    world,
    `select series.id, parent_id as parent, rule, dates, exceptions, series.start_local::text as start,
      rolled_until_utc::text as until from series join event on event.series_id = series.id where event.id = ${id}`,
  );
  if (!row) throw new Error(`event ${id} is in no series`);
  return row;
}

export const countSeries = async (world: World): Promise<number> =>
  Number((await run<{ count: number }>(world, 'select count(*)::int as count from series'))[0]?.count);

/** The days of events in a month, `18, 25`. */
export const days = (events: readonly Occurrence[]): string =>
  events.map(({ start, status }) => start.slice(5, 10) + (status === 'trash' ? ' trash' : '')).join(', ');

/** A new series, stored through REST. @returns the ids of its events in order */
export async function makeSeries(world: World, fields: object = {}): Promise<number[]> {
  const { id } = await world.make('event', { ...COURSE, ...fields });
  return (await seriesOf(world, id)).map((event) => event.id);
}

/** The element of a list, which must exist. */
export function at<T>(list: readonly T[], index: number): T {
  const element = list.at(index);
  if (element === undefined) throw new Error(`there is no element ${index} of ${list.length}`);
  return element;
}

/** The records of a list in REST. */
export const eventsIn = (body: Record<string, unknown>): Record<string, unknown>[] =>
  Array.isArray(body.events) ? body.events.filter(isRecord) : [];
