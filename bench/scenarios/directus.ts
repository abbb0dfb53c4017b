import { get, type Request } from '../load/request.ts';
import { windowAt } from '../peers/window.ts';

const FIELDS = '*,venue.*,organizers.position,organizers.organizer.*,terms.term.*';
const items = (query: Record<string, string>): Request =>
  get(`/items/events?${new URLSearchParams({ fields: FIELDS, ...query })}`);

/** The list for Directus, with its total. @param at the time of the run, which determines the window */
export function directusPage(at = new Date()): Request {
  const [now, from, until] = windowAt(at);
  const filter = {
    status: { _eq: 'publish' },
    published_utc: { _lte: now },
    hide_from_listings: { _eq: false },
    start_utc: { _gte: from },
    end_utc: { _lt: until },
  };
  return items({ limit: '10', sort: 'start_utc,id', meta: 'filter_count', filter: JSON.stringify(filter) });
}

export const directusOne = (slug: string): Request =>
  items({ limit: '1', filter: JSON.stringify({ slug: { _eq: slug }, status: { _eq: 'publish' } }) });
