import type { CreateEventInput } from '../../domain/generated/schema.ts';
import { parseCost } from '../../lib/cost.ts';
import { DAY, dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import type { DemoEvent } from './model.ts';
import { demoDay } from './moment.ts';

/** Ids of the records that events refer to, and the zone of the city. */
interface DemoRecords {
  venues: ReadonlyMap<string, number>;
  organizers: ReadonlyMap<string, number>;
  zone: string;
}

const daysLater = (local: string, days: number): string => dateTimeFromSeconds(secondsOf(local) + days * DAY);

/**
 * When an event is published: four weeks before it begins, as an announcement would be, but now at the
 * latest.
 */
function publication(
  { state }: DemoEvent,
  startDate: string,
  nowUtc: string,
): Pick<CreateEventInput, 'dateUtc'> {
  if (state === 'draft') return {};
  if (state === 'scheduled') return { dateUtc: daysLater(nowUtc, 7) };
  const announced = daysLater(startDate, -28);
  return { dateUtc: announced < nowUtc ? announced : nowUtc };
}

function idNamed(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo data name "${name}", which they do not have`);
  return id;
}

/** What would be sent to the API for one event of the data: one input for each time that it takes place. */
export function eventInputs(
  event: DemoEvent,
  { venues, organizers, zone: city }: DemoRecords,
  nowUtc: string,
): CreateEventInput[] {
  const { title, description, time, days = 1, weekly = 1, zone = city, venue, categories, tags = [] } = event;
  const [from, until] = time ?? ['00:00', '23:59'];
  const first = demoDay(event.day, zone, nowUtc);
  const overnight = until <= from ? 1 : 0;
  return Array.from({ length: weekly }, (_, week) => {
    const startDate = daysLater(`${first} ${from}:00`, week * 7);
    return {
      ...publication(event, startDate, nowUtc),
      title,
      description,
      excerpt: event.excerpt,
      status: event.state === 'draft' ? 'draft' : 'publish',
      timezone: zone,
      allDay: time === undefined,
      startDate,
      endDate: daysLater(`${first} ${until}:00`, week * 7 + days - 1 + overnight),
      cost: event.cost === undefined ? undefined : parseCost(event.cost),
      website: event.website,
      eventStatus: event.canceled ? 'canceled' : event.postponed ? 'postponed' : 'scheduled',
      eventStatusReason: event.canceled ?? event.postponed,
      isVirtual: event.online !== undefined,
      virtualUrl: event.online === true ? undefined : event.online,
      featured: event.featured,
      sticky: event.sticky,
      hideFromListings: event.hidden,
      ticketed: event.ticketed,
      showMap: venue !== undefined,
      showMapLink: venue !== undefined,
      venues: venue === undefined ? [] : [{ id: idNamed(venues, venue) }],
      organizers: event.organizers.map((name) => ({ id: idNamed(organizers, name) })),
      categories: categories.map((text) => ({ text })),
      tags: tags.map((text) => ({ text })),
    };
  });
}
