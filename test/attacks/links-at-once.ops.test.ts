import { sampled } from '../support/sample.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { during, expectServed } from './victim.ts';

/** Changes of links read the existing links. Many at once must not wait for each other's connections. */
let server: TestServer;
const events: number[] = [];
const MOST = 60;

const make = async (path: string, body: object): Promise<number> => {
  const answer = await server.request('POST', path, body, server.admin);
  expect(answer.status).toBe(201);
  return (await answer.json()).id;
};

beforeAll(async () => {
  // Changes that wait for each other get 503 after this time; changes of a slow machine end before.
  server = await startTestServer({ timeouts: { wait: 120_000 } });
  for (let n = 0; n < MOST; n++) {
    const own = {
      venue: { venue: `Hall ${n}` },
      organizer: { organizer: `Band ${n}` },
      categories: [`Kind ${n}`],
      tags: [`tag ${n}`],
    };
    events.push(
      await make('/events', {
        title: `Event ${n}`,
        start_date: '2031-05-01 10:00',
        end_date: '2031-05-01 12:00',
        ...own,
      }),
    );
  }
});
afterAll(() => server.stop());

const patch = async (id: number, body: object): Promise<number> =>
  (await server.request('PATCH', `/events/${id}`, body, server.admin)).status;

const UPDATE =
  'mutation ($by: EventBy!, $input: UpdateEventInput!) { updateEvent(by: $by, input: $input) { event { venue { name } } } }';
const mutate = async (id: number, input: object): Promise<number> => {
  const { data, errors } = await server.graphql(UPDATE, { by: { databaseId: id }, input }, server.admin);
  return data?.updateEvent ? 200 : Number(errors?.[0]?.extensions.status);
};

let round = 0;
const rounds: [name: string, change: (id: number, at: number) => Promise<number>][] = [
  ['venues cleared by REST', (id) => patch(id, { venue: '' })],
  ['new venues by REST', (id, at) => patch(id, { venue: { venue: `New hall ${at}-${round}` } })],
  [
    'one venue for all by REST',
    (id) => patch(id, { venue: { venue: `Hall for all ${round}` }, organizer: '' }),
  ],
  [
    'organizers and terms by REST',
    (id, at) => patch(id, { organizer: { organizer: `Crew ${at}-${round}` }, categories: `Kind ${at % 7}` }),
  ],
  ['tags by REST', (id, at) => patch(id, { tags: [`tag ${at % 5}`, `new ${at}-${round}`] })],
  [
    'venue and organizer by GraphQL',
    (id, at) =>
      mutate(id, {
        venues: [{ create: { name: `Hall ${at}` } }],
        organizers: [{ create: { name: `Band ${at}` } }],
      }),
  ],
  [
    'everything by GraphQL',
    (id, at) =>
      mutate(id, { venues: null, organizers: [], categories: [{ name: `Kind ${at % 3}` }], tags: [] }),
  ],
];

// The last round determines the final links.
test.each([...sampled('rounds', rounds.slice(0, -1), 2), ...rounds.slice(-1)])(
  '%s: 40 and 60 at once all succeed',
  async (_name, change) => {
    const seen = await during(server, async () => {
      for (const count of [40, MOST]) {
        round += 1;
        const statuses = await Promise.all(events.slice(0, count).map(change));
        expect(statuses).toEqual(Array.from({ length: count }, () => 200));
      }
    });
    expectServed(seen);
  },
);

test('the last change determines the stored links', async () => {
  const bodies = await Promise.all(
    events.map(async (id) => (await server.request('GET', `/events/${id}`)).json()),
  );
  expect(bodies.map(({ venue, organizer, tags }) => [venue, organizer, tags])).toEqual(
    events.map(() => [[], [], []]),
  );
  expect(bodies.every(({ categories }) => categories.length === 1)).toBe(true);
});
