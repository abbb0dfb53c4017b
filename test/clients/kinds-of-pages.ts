import type { TestServer } from '../support/service.ts';

interface Linked {
  readonly url: string;
}
interface Read extends Linked {
  readonly venue: Linked;
  readonly organizer: readonly Linked[];
}

/**
 * The path of one page of each kind on a service with the demo calendar.
 * @param server with its clock on a day of the demo calendar
 */
export async function kindsOfPages({ rest, url, request }: TestServer): Promise<string[]> {
  const pathOf = (record: Linked): string => record.url.slice(url.length);
  const eventsOf = async (query: string): Promise<Read[]> =>
    (await (await fetch(`${rest}/events?per_page=1&${query}`)).json()).events;
  const [[coming], [over], [ongoing]] = await Promise.all([
    eventsOf('search=jazz&search_linked=true'),
    eventsOf('ended=true'),
    eventsOf('ongoing=true'),
  ]);
  if (!coming || !over || !ongoing) throw new Error('the demo calendar has no events of all times');
  const make = async (fields: object): Promise<Read> => (await request('POST', '/events', fields)).json();
  const made = await make({
    title: 'Everything & "more" <than> that',
    description:
      '<h2>Part</h2><p>Text<br>with <em>words</em> &amp; a <a href="https://x.example">link</a></p>',
    ...{ start_date: '2031-04-01 20:00', end_date: '2031-04-02 02:00', timezone: 'America/New_York' },
    ...{ cost: '10 - 25 EUR', website: 'https://x.example/?a=1&b=2', featured: true },
    ...{ image: `${url}/favicon.svg`, categories: ['Music'], tags: ['A & B'] },
    venue: {
      venue: 'Pier',
      address: 'Quay 1',
      geo_lat: 41.9,
      geo_lng: 12.4,
      phone: '1',
      website: 'https://p.example',
    },
    organizer: [
      { organizer: 'One', email: 'one@x.example' },
      { organizer: 'Two', phone: '+1 2' },
    ],
  });
  const canceled = await make({
    ...{ title: 'Called off', start_date: '2031-04-03 20:00', end_date: '2031-04-03 22:00' },
    ...{ event_status: 'canceled', event_status_reason: 'Ice & "snow"', venue: { venue: 'Pier' } },
  });
  const course = await make({
    ...{ title: 'Course', start_date: '2031-04-01 18:00', end_date: '2031-04-01 20:00' },
    recurrence: 'FREQ=WEEKLY;COUNT=9',
  });
  const online = await make({
    ...{ title: 'From afar', start_date: '2031-04-03 21:00', end_date: '2031-04-03 22:00' },
    ...{ is_virtual: true, virtual_url: 'https://x.example/?a=1&b=2', event_status: 'postponed' },
  });
  return [
    ...[
      '/',
      '/api',
      '/events/',
      '/events/?page=2',
      '/events/?view=past',
      '/events/?search=nothing+like+that',
    ],
    '/events/?category=jazz&featured=true&date=2031-03-01&until=2031-05-01&search=a+-b',
    ...['/events/?when=weekend&free=true', '/events/?when=today&city=Rome', '/events/?online=true'],
    ...['/events/?view=month', '/events/?month=2031-02&category=jazz', '/events/?month=2045-01'],
    ...['/events/?view=day', '/events/?view=day&date=2031-03-20', '/events/?view=day&date=2031-03-01'],
    ...['/events/category/music/', '/events/category/music/?view=month', '/tag/outdoors/'],
    ...['/events/?date=2031-04-03&until=2031-04-03', '/events/?view=day&date=2031-04-03'],
    ...['/venues/', '/venues/?search=nothing+like+that', '/organizers/'],
    ...[
      coming,
      over,
      ongoing,
      made,
      canceled,
      online,
      course,
      coming.venue,
      made.venue,
      ...made.organizer,
    ].map(pathOf),
    `${pathOf(coming.venue)}?view=past`,
    ...['/nothing-here', '/events/?date=x', '/event/nothing-of-that-name/'],
  ];
}

/** Credentials of {@link TestServer.admin}, as typed at the desk. */
export const DESK_LOGIN = { login: 'admin', password: 'abcd EFGH 1234 ijkl MNOP 5678' };

/** The path of one page of each kind of the desk, for an administrator. */
export async function kindsOfDeskPages({ rest }: TestServer): Promise<string[]> {
  const { events } = await (await fetch(`${rest}/events?per_page=50`)).json();
  const all: (Read & {
    id: number;
    recurrence: string;
    venue: { id: number };
    organizer: { id: number }[];
  })[] = events;
  const series = all.find(({ recurrence }) => recurrence);
  const single = all.find(({ recurrence, venue }) => !recurrence && venue.id);
  const held = all.find(({ organizer }) => organizer.length > 0);
  if (!series || !single || !held) throw new Error('the demo calendar has no events of all kinds');
  const { categories } = await (await fetch(`${rest}/categories?per_page=1`)).json();
  const { tags } = await (await fetch(`${rest}/tags?per_page=1`)).json();
  return [
    ...['events', 'events?when=past&search=jazz', 'events?status=trash', 'events/new'],
    ...[`events/${single.id}`, `events/${series.id}`, `events/new?copy=${series.id}`],
    ...[`events/${single.id}/cancel`, `events/${series.id}/postpone`, `events/${series.id}/trash`],
    ...['venues', 'venues/new', `venues/${single.venue.id}`],
    ...['organizers', 'organizers/new', `organizers/${held.organizer[0]?.id}`],
    ...[
      'categories',
      'categories/new',
      `categories/${categories[0].id}`,
      `categories/${categories[0].id}/delete`,
    ],
    ...['tags', 'tags/new', `tags/${tags[0].id}`],
    ...['import', 'people', 'people/new', 'people/1', 'people/1/delete', 'account', 'nothing-here'],
  ].map((path) => `/desk/${path}`);
}
