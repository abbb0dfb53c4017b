import type { Contestant } from '../scenarios/scenarios.ts';

type Json = Record<string, unknown>;

/** The content of an event that all contestants return, whatever their names; links as ordered ids. */
interface EventContent {
  id: unknown;
  slug: unknown;
  title: unknown;
  description: unknown;
  starts: string;
  ends: string;
  timezone: unknown;
  venue: unknown;
  organizers: string;
  terms: string;
}
interface Content {
  total: unknown;
  events: EventContent[];
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
/** The linked records in a list of links. @param field the field of a link that has the record */
const nested = (value: unknown, field: string): Json[] =>
  objects(value).flatMap((link) => {
    const record = link[field];
    return isObject(record) ? [record] : [];
  });
/** The linked records in the `nodes` of a connection. */
const linked = (value: unknown, field: string): Json[] =>
  nested(isObject(value) ? value.nodes : undefined, field);
const ids = (records: readonly Json[], name = 'id'): string =>
  records
    .map((record) => Number(record[name]))
    .toSorted((a, b) => a - b)
    .join(',');
const time = (value: unknown): string => String(value).replace('T', ' ').slice(0, 19);
/** An instant with an offset, in UTC. */
const utc = (value: unknown): string => time(new Date(String(value)).toISOString());

/** An event in the format of the service's REST API, which the hand-written peers share. */
const ofRest = (event: Json): EventContent => ({
  id: event.id,
  slug: event.slug,
  title: event.title,
  description: event.description,
  starts: time(event.utc_start_date),
  ends: time(event.utc_end_date),
  timezone: event.timezone,
  venue: isObject(event.venue) ? event.venue.id : undefined,
  organizers: ids(objects(event.organizer)),
  terms: ids([...objects(event.categories), ...objects(event.tags)]),
});
const ofGraphQL = (event: Json): EventContent => ({
  id: event.databaseId,
  slug: event.slug,
  title: event.title,
  description: event.description,
  starts: utc(event.startsAt),
  ends: utc(event.endsAt),
  timezone: event.timezone,
  venue: objects(event.venues)[0]?.databaseId,
  organizers: ids(objects(event.organizers), 'databaseId'),
  terms: ids([...objects(event.categories), ...objects(event.tags)], 'databaseId'),
});
const ofPostGraphile = (event: Json): EventContent => ({
  id: event.rowId,
  slug: event.slug,
  title: event.title,
  description: event.description,
  starts: time(event.startUtc),
  ends: time(event.endUtc),
  timezone: event.timezone,
  venue: linked(event.eventVenuesByEventId, 'venueByVenueId')[0]?.rowId,
  organizers: ids(linked(event.eventOrganizersByEventId, 'organizerByOrganizerId'), 'rowId'),
  terms: ids(linked(event.eventTermsByEventId, 'termByTermId'), 'rowId'),
});

const ofDirectus = (event: Json): EventContent => ({
  id: event.id,
  slug: event.slug,
  title: event.title,
  description: event.description,
  starts: time(event.start_utc),
  ends: time(event.end_utc),
  timezone: event.timezone,
  venue: isObject(event.venue) ? event.venue.id : undefined,
  organizers: ids(nested(event.organizers, 'organizer')),
  terms: ids(nested(event.terms, 'term')),
});

/** The content of a response: a page with its total, or one event. @throws Error if it is neither */
export function contentOf(text: string): Content {
  const response: unknown = JSON.parse(text);
  const body = isObject(response) && isObject(response.data) ? response.data : response;
  if (!isObject(body)) throw new Error(`a response without content: ${text.slice(0, 200)}`);
  const { benchUpcomingEvents: page, eventBySlug: one, events, data, meta } = body;
  if (isObject(page)) return { total: page.totalCount, events: objects(page.nodes).map(ofPostGraphile) };
  if (isObject(one)) return { total: undefined, events: [ofPostGraphile(one)] };
  if (isObject(events)) return { total: events.totalCount, events: objects(events.nodes).map(ofGraphQL) };
  if (Array.isArray(events)) return { total: body.total, events: objects(events).map(ofRest) };
  if (Array.isArray(data))
    return {
      total: isObject(meta) ? meta.filter_count : undefined,
      events: objects(data).map(ofDirectus),
    };
  if (body.id === undefined) throw new Error(`a response without content: ${text.slice(0, 200)}`);
  return { total: undefined, events: [ofRest(body)] };
}

/** @throws Error if contestants return different content for a scenario */
export function assertSameContent(scenario: string, answers: ReadonlyMap<Contestant, string>): void {
  const [[first, own] = [], ...others] = [...answers].map(
    ([contestant, text]) => [contestant, JSON.stringify(contentOf(text))] as const,
  );
  for (const [contestant, other] of others)
    if (other !== own) throw new Error(`${scenario}: ${contestant} returns\n${other}\nand ${first}\n${own}`);
}
