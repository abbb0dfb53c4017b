import { windowAt } from '../../bench/peers/window.ts';
import { assertSameContent, contentOf } from '../../bench/support/content.ts';

/** One event in every contestant's response format. */
const SHARED = { slug: 'a', title: 'A', description: '<p>a</p>', timezone: 'UTC' };
const rest = {
  ...SHARED,
  id: 7,
  utc_start_date: '2031-05-01 10:00:00',
  utc_end_date: '2031-05-01 12:00:00',
  venue: { id: 3 },
  organizer: [{ id: 5 }, { id: 4 }],
  categories: [{ id: 9 }],
  tags: [{ id: 8 }],
  url: 'http://localhost/event/a/',
};
const REST = JSON.stringify({ events: [rest], total: 12 });
const BY_HAND = JSON.stringify({
  events: [
    { ...rest, url: undefined, utc_start_date: '2031-05-01T10:00:00', organizer: [{ id: 4 }, { id: 5 }] },
  ],
  total: 12,
});
const GRAPHQL = JSON.stringify({
  data: {
    events: {
      totalCount: 12,
      nodes: [
        {
          ...SHARED,
          databaseId: 7,
          startsAt: '2031-05-01T12:00:00+02:00',
          endsAt: '2031-05-01T14:00:00+02:00',
          venues: [{ databaseId: 3 }],
          organizers: [{ databaseId: 4 }, { databaseId: 5 }],
          categories: [{ databaseId: 9 }],
          tags: [{ databaseId: 8 }],
        },
      ],
    },
  },
});
const node = {
  ...SHARED,
  rowId: 7,
  startUtc: '2031-05-01T10:00:00',
  endUtc: '2031-05-01T12:00:00',
  eventVenuesByEventId: { nodes: [{ venueByVenueId: { rowId: 3 } }] },
  eventOrganizersByEventId: {
    nodes: [{ organizerByOrganizerId: { rowId: 4 } }, { organizerByOrganizerId: { rowId: 5 } }],
  },
  eventTermsByEventId: { nodes: [{ termByTermId: { rowId: 8 } }, { termByTermId: { rowId: 9 } }] },
};
const DIRECTUS = JSON.stringify({
  meta: { filter_count: 12 },
  data: [
    {
      ...SHARED,
      id: 7,
      start_utc: '2031-05-01T10:00:00',
      end_utc: '2031-05-01T12:00:00',
      venue: { id: 3 },
      organizers: [{ organizer: { id: 5 } }, { organizer: { id: 4 } }],
      terms: [{ term: { id: 8 } }, { term: { id: 9 } }],
    },
  ],
});
const POSTGRAPHILE = JSON.stringify({ data: { benchUpcomingEvents: { totalCount: 12, nodes: [node] } } });

test('the same content in every format is equal', () => {
  expect(contentOf(REST)).toMatchObject({ total: 12, events: [{ id: 7, organizers: '4,5', terms: '8,9' }] });
  assertSameContent(
    'list',
    new Map([
      ['uncached', REST],
      ['hand-written', BY_HAND],
      ['PostGraphile', POSTGRAPHILE],
      ['Directus', DIRECTUS],
      ['hot', GRAPHQL],
    ]),
  );
  const one = JSON.stringify({ data: { eventBySlug: node } });
  assertSameContent(
    'single',
    new Map([
      ['uncached', JSON.stringify(rest)],
      ['PostGraphile', one],
    ]),
  );
});

test.each([
  ['another total', REST.replace('12}', '13}')],
  ['another text', BY_HAND.replace('<p>a', '<p>b')],
  ['another link', POSTGRAPHILE.replace('"rowId":9', '"rowId":10')],
  ['fewer events', JSON.stringify({ data: { benchUpcomingEvents: { totalCount: 12, nodes: [] } } })],
])('%s ends the run', (_name, other) => {
  expect(other).not.toBe(REST);
  const answers = new Map([
    ['uncached', REST],
    ['PostGraphile', other],
  ] as const);
  expect(() => assertSameContent('list', answers)).toThrow('list: PostGraphile returns');
});

test('reports a response without content', () => {
  expect(() => contentOf('{"errors":[{"message":"no"}]}')).toThrow('without content');
});

test.each([
  ['2026-11-23T13:05:59.900Z', '2028-11-24T00:00:00Z'],
  ['2028-02-29T00:00:00.000Z', '2030-03-01T00:00:00Z'],
  ['2026-12-31T23:59:59.999Z', '2029-01-01T00:00:00Z'],
])('the window at %s ends before %s', (moment, until) => {
  const day = moment.slice(0, 10);
  expect(windowAt(new Date(moment))).toEqual([moment, `${day}T00:00:00Z`, until]);
});
