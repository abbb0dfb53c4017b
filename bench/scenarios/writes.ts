import { get, post, type Request } from '../load/request.ts';
import { AUTHORIZATION, NAMESPACE } from '../support/service.ts';
import type { Sample } from './scenarios.ts';

const AS_ADMIN = { authorization: AUTHORIZATION };

/** Ids of the records that new events link to. */
export interface Links {
  venue: number;
  organizer: number;
  category: number;
  tag: number;
}

const day = (n: number): string =>
  new Date(Date.now() + (1 + (n % 300)) * 86_400_000).toISOString().slice(0, 10);

const create = (title: string, n: number, { venue, organizer, category, tag }: Links): Request =>
  post(
    `${NAMESPACE}/events`,
    {
      title,
      description: 'Doors open half an hour before the start.',
      start_date: `${day(n)} 19:00:00`,
      end_date: `${day(n)} 22:00:00`,
      timezone: 'Europe/Rome',
      venue,
      organizer: [organizer],
      categories: [category],
      tags: [tag],
    },
    AS_ADMIN,
  );

/** Creations of events with a venue, an organizer, a category and a tag each; titles are unique within a run. */
export const creations = (run: string, links: Links, count: number): Request[] =>
  Array.from({ length: count }, (_, n) => create(`Evening ${run} ${n}`, n, links));

/** Nineteen reads of all kinds, then one write: alternately a creation and a change. */
export function mixture(run: string, links: Links, { ids }: Sample, count: number): Request[] {
  const read = (n: number): Request => {
    const [list, single, search, category] = [
      '/events?per_page=10',
      `/events/${ids[(n * 7) % ids.length]}`,
      '/events?per_page=10&search=concert',
      '/events?per_page=10&categories=sub-9',
    ] as const;
    return get(NAMESPACE + ([list, single, single, single, search, category, list] as const)[n % 7]);
  };
  const write = (n: number): Request =>
    n % 40 === 19
      ? create(`Morning ${run} ${n}`, n, links)
      : post(`${NAMESPACE}/events/${ids[n % ids.length]}`, { excerpt: `Changed by ${run} ${n}` }, AS_ADMIN);
  return Array.from({ length: count }, (_, n) => (n % 20 === 19 ? write(n) : read(n)));
}
