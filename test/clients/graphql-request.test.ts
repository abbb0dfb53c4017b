import { ClientError, GraphQLClient, gql } from 'graphql-request';
import type { TestServer } from '../support/service.ts';
import { startConcerts } from './concerts.ts';

interface Page {
  events: {
    total: number;
    events: {
      id: number;
      title: string;
      venue: { name: string } | null;
      organizers: { name: string; email: string }[];
      categories: { parent: { name: string } | null }[];
    }[];
  };
}

const CONCERTS = gql`
  query Concerts($perPage: Int, $search: String) {
    events(perPage: $perPage, search: $search) {
      total
      events { id title venue { name } organizers { name email } categories { parent { name } } }
    }
  }
`;

describe('graphql-request', () => {
  let server: TestServer;
  let client: GraphQLClient;
  let anonymous: GraphQLClient;
  /** The error of a request that must fail. */
  const errorOf = async (answer: Promise<unknown>): Promise<ClientError> => {
    const error: unknown = await answer.then(
      () => 'no error',
      (reason: unknown) => reason,
    );
    if (error instanceof ClientError) return error;
    throw new Error(String(error));
  };

  beforeAll(async () => {
    server = await startConcerts();
    client = new GraphQLClient(`${server.url}/graphql`, { headers: server.admin });
    anonymous = new GraphQLClient(`${server.url}/graphql`);
  });
  afterAll(() => server.stop());

  test('asks for events and all that belongs to them', async () => {
    const { events } = await client.request<Page>(CONCERTS, { perPage: 11 });
    expect(events.total).toBe(12);
    expect(events.events[0]).toMatchObject({
      title: 'Concert 1',
      venue: { name: 'Blue Cellar' },
      organizers: [{ name: 'Jazz Society', email: 'jazz@example.org' }],
      categories: [{ parent: { name: 'Music' } }],
    });
    expect(events.events[10]).toMatchObject({ title: 'Concert 11', venue: null });
  });

  test('asks with GET too', async () => {
    const getting = new GraphQLClient(`${server.url}/graphql`, { method: 'GET', jsonSerializer: JSON });
    expect((await getting.request<Page>(CONCERTS, { search: '"Concert 12"' })).events.total).toBe(1);
  });

  test('creates, changes and deletes', async () => {
    const { createEvent } = await client.request<{
      createEvent: { id: number; venue: { id: number; name: string } };
    }>(
      gql`mutation Create($input: CreateEventInput!) { createEvent(input: $input) { id title venue { id name } } }`,
      {
        input: {
          title: 'Jam',
          startDate: '2031-05-01 20:00',
          endDate: '2031-05-01 22:00',
          venues: { name: 'Blue Cellar' },
        },
      },
    );
    expect(createEvent).toMatchObject({ title: 'Jam', venue: { name: 'Blue Cellar' } });
    const update = gql`mutation Change($id: Int!, $input: UpdateEventInput!) { updateEvent(id: $id, input: $input) { title startDate allDay } }`;
    expect(await client.request(update, { id: createEvent.id, input: { title: 'Late jam' } })).toEqual({
      updateEvent: { title: 'Late jam', startDate: '2031-05-01 20:00:00', allDay: false },
    });
    const remove = gql`mutation Remove($id: Int!) { deleteEvent(id: $id) { status slug } }`;
    expect(await client.request(remove, { id: createEvent.id })).toEqual({
      deleteEvent: { status: 'TRASH', slug: 'jam__trashed' },
    });
    expect(
      (await errorOf(client.request(remove, { id: createEvent.id }))).response.errors?.[0]?.extensions,
    ).toMatchObject({
      code: 'event-is-in-trash',
      status: 410,
    });
  });

  test('learns from an error what is wrong', async () => {
    const missing = await errorOf(client.request(gql`{ event(id: 999999) { id } }`));
    expect(missing.response).toMatchObject({
      status: 200,
      errors: [{ path: ['event'], extensions: { code: 'event-not-found', status: 404 } }],
    });
    const create = gql`mutation Create($input: CreateEventInput!) { createEvent(input: $input) { id } }`;
    const bad = await errorOf(
      client.request(create, { input: { title: 'Never', startDate: '2031-02-30', endDate: '2031-03-01' } }),
    );
    expect(bad.response.errors?.[0]?.extensions).toMatchObject({
      code: 'rest_invalid_param',
      status: 400,
      params: { 'input.startDate': expect.stringContaining('2031-02-30') },
    });
  });

  test('is told when the document is not valid', async () => {
    const { response } = await errorOf(client.request(gql`{ events { nonsense } }`));
    expect(response).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
  });

  test('is refused without a login', async () => {
    const { response } = await errorOf(
      anonymous.request(gql`mutation { createVenue(input: { name: "Nowhere" }) { id } }`),
    );
    expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'rest_forbidden', status: 401 });
    expect((await anonymous.request<Page>(CONCERTS)).events.total).toBe(12);
  });
});
