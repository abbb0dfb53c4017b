import Parser from 'rss-parser';
import { openWorld, type World } from '../support/world.ts';
import { READERS } from './readers.ts';

let world: World;
const ids: Record<string, number> = {};
const MEETING = 'https://meet.example/a?b=1&c=%22';

beforeAll(async () => {
  world = await openWorld({ roles: true });
  const make = async (title: string, fields: object): Promise<void> => {
    ids[title] = await world.event(title, '2031-06-01 12:00', fields);
  };
  await make('Takes place', {});
  await make('Does not', { event_status: 'canceled', event_status_reason: 'High <water>, again' });
  await make('Later', { event_status: 'postponed' });
  await make('Online', { virtual_url: MEETING });
  await make('Both', { virtual_url: MEETING, venue: { venue: 'Hall', city: 'Rome' } });
  await make('Not online', { virtual_url: MEETING, is_virtual: false });
  await make('Unwritten', { status: 'draft', event_status: 'canceled' });
});
afterAll(() => world.stop());

const feed = (path: string, headers = {}): Promise<Response> =>
  fetch(`${world.server.url}/feeds/${path}`, { headers });
/** The lines of one event, unfolded. */
async function linesOf(title: string, headers = {}): Promise<string[]> {
  const text = await (await feed(`events/${ids[title]}.ics`, headers)).text();
  return text.replaceAll('\r\n ', '').split('\r\n');
}

test('canceled events are marked in STATUS and in the title, with the reason', async () => {
  const lines = await linesOf('Does not');
  expect(lines).toContain('STATUS:CANCELLED');
  expect(lines).toContain('SUMMARY:Canceled: Does not');
  expect(lines).toContain('COMMENT:High <water>\\, again');
  expect(await linesOf('Takes place')).toEqual(
    expect.arrayContaining(['STATUS:CONFIRMED', 'SUMMARY:Takes place']),
  );
  expect((await linesOf('Takes place')).join('\n')).not.toMatch(/COMMENT|CONFERENCE|X-EVENT-STATUS|LOCATION/);
});

test('postponed and unpublished events are tentative', async () => {
  expect(await linesOf('Later')).toEqual(
    expect.arrayContaining(['STATUS:TENTATIVE', 'X-EVENT-STATUS:postponed', 'SUMMARY:Later']),
  );
  const draft = await linesOf('Unwritten', world.headers('editor'));
  expect(draft).toContain('STATUS:TENTATIVE');
  expect(draft.join('\n')).not.toMatch(/CANCELLED|X-EVENT-STATUS/);
});

test('the online address is a CONFERENCE (RFC 7986); without a venue also the LOCATION', async () => {
  const conference = `CONFERENCE;VALUE=URI:${MEETING}`;
  const online = await linesOf('Online');
  expect(online).toContain(conference);
  expect(online).toContain(`LOCATION:${MEETING}`);
  const both = await linesOf('Both');
  expect(both).toContain(conference);
  expect(both).toContain('LOCATION:Hall\\, Rome');
  expect((await linesOf('Not online')).join('\n')).not.toContain('meet.example');
});

describe.each(READERS)('%s', (_name, read) => {
  test('reads them', async () => {
    const events = read(await (await feed('events.ics')).text());
    const summaries = [...events.values()].map(({ summary }) => summary);
    // Some readers hide canceled events, which is their decision.
    expect(summaries).toEqual(expect.arrayContaining(['Takes place', 'Later', 'Online', 'Both']));
    const canceled = events.get(`localhost?id=${ids['Does not']}`);
    expect([undefined, 'Canceled: Does not']).toContain(canceled?.summary);
  });
});

test('canceled=hide excludes canceled events, with any filter', async () => {
  const shown = async (query: string): Promise<string[]> => {
    const text = await (await feed(`events.ics?${query}`)).text();
    return [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary = '']) => summary);
  };
  expect(await shown('')).toContain('Canceled: Does not');
  expect(await shown('canceled=show')).toContain('Canceled: Does not');
  expect(await shown('canceled=hide')).toEqual(['Takes place', 'Later', 'Online', 'Both', 'Not online']);
  expect(await shown('canceled=hide&event_status=canceled,postponed')).toEqual(['Later']);
  expect(await shown('canceled=hide&is_virtual=true')).toEqual(['Online', 'Both']);
  expect(await (await feed('events.rss?canceled=hide')).text()).not.toContain('Canceled');
  expect((await feed('events.ics?canceled=hide')).headers.get('x-ignored-parameters')).toBeNull();
});

test.each(['canceled=', 'canceled=true', 'canceled=HIDE!', 'canceled[]=hide'])(
  '%s is refused with a message, together with other invalid values',
  async (query) => {
    const response = await feed(`events.ics?${query}&status=trash`);
    expect(response.status).toBe(400);
    const { data } = await response.json();
    expect(data.params).toMatchObject({ canceled: 'must be hide or show', status: expect.any(String) });
  },
);
test('a feed that would always be empty is refused', async () => {
  const response = await feed('events.ics?canceled=hide&event_status=canceled');
  expect(response.status).toBe(400);
  const { data } = await response.json();
  expect(data.params).toEqual({ canceled: 'hides every event that event_status requests' });
});

test('RSS has the status in titles, and the reason before the text', async () => {
  const { items } = await new Parser({
    customFields: { item: [['ev:location', 'location']] },
  }).parseString(await (await feed('events.rss')).text());
  const of = (id = 0) => items.find(({ guid }) => guid === `localhost?id=${id}`);
  expect(items.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Takes place', 'Canceled: Does not', 'Postponed: Later']),
  );
  expect(of(ids['Does not'])?.content).toBe('<p>High &lt;water&gt;, again</p>');
  expect(of(ids.Online)).toMatchObject({ location: MEETING });
  expect(of(ids.Both)).toMatchObject({ location: 'Hall, Rome' });
});
