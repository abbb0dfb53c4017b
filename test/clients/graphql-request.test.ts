import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  printSchema,
  validateSchema,
} from 'graphql';
import { ClientError, GraphQLClient, gql } from 'graphql-request';
import type { TestServer } from '../support/service.ts';
import { startConcerts } from './concerts.ts';

interface Page {
  events: {
    totalCount: number;
    nodes: {
      id: string;
      title: string;
      venue: { name: string } | null;
      organizers: { name: string; email: string }[];
      categories: { parent: { name: string } | null }[];
    }[];
  };
}

const CONCERTS = gql`
  query Concerts($first: Int, $filter: EventFilter) {
    events(first: $first, filter: $filter) {
      totalCount
      nodes { id title venue { name } organizers { name email } categories { parent { name } } }
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

  test('queries events with all linked records', async () => {
    const { events } = await client.request<Page>(CONCERTS, { first: 11 });
    expect(events.totalCount).toBe(12);
    expect(events.nodes[0]).toMatchObject({
      title: 'Concert 1',
      venue: { name: 'Blue Cellar' },
      organizers: [{ name: 'Jazz Society', email: 'jazz@example.org' }],
      categories: [{ parent: { name: 'Music' } }],
    });
    expect(events.nodes[10]).toMatchObject({ title: 'Concert 11', venue: null });
  });

  test('queries with GET too', async () => {
    const getting = new GraphQLClient(`${server.url}/graphql`, { method: 'GET', jsonSerializer: JSON });
    const { events } = await getting.request<Page>(CONCERTS, { filter: { search: '"Concert 12"' } });
    expect(events.totalCount).toBe(1);
  });

  test('introspects a valid schema, with enums in default values', async () => {
    const schema = buildClientSchema(await client.request<IntrospectionQuery>(getIntrospectionQuery()));
    expect(validateSchema(schema)).toEqual([]);
    const shown = printSchema(schema);
    expect(shown).toContain('direction: SortDirection! = ASC');
    expect(shown).toContain('= {field: PUBLISHED_AT, direction: DESC}');
  });

  test('creates, changes and deletes', async () => {
    const create = gql`
      mutation Create($input: CreateEventInput!) {
        createEvent(input: $input) { event { id title venue { name } } }
      }
    `;
    const { createEvent } = await client.request<{ createEvent: { event: { id: string } } }>(create, {
      input: {
        title: 'Jam',
        start: '2031-05-01 20:00',
        end: '2031-05-01 22:00',
        venues: { name: 'Blue Cellar' },
      },
    });
    expect(createEvent.event).toMatchObject({ title: 'Jam', venue: { name: 'Blue Cellar' } });
    const by = { id: createEvent.event.id };
    const update = gql`
      mutation Change($by: EventBy!, $input: UpdateEventInput!) {
        updateEvent(by: $by, input: $input) { changedOccurrences event { title localStart isAllDay } }
      }
    `;
    expect(await client.request(update, { by, input: { title: 'Late jam' } })).toEqual({
      updateEvent: {
        changedOccurrences: 1,
        event: { title: 'Late jam', localStart: '2031-05-01 20:00:00', isAllDay: false },
      },
    });
    const remove = gql`
      mutation Remove($by: EventBy!) { deleteEvent(by: $by) { deletedId event { status slug } } }
    `;
    expect(await client.request(remove, { by })).toEqual({
      deleteEvent: { deletedId: by.id, event: { status: 'TRASH', slug: 'jam__trashed' } },
    });
    expect((await errorOf(client.request(remove, { by }))).response.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      status: 410,
    });
  });

  test('gets the details of an error', async () => {
    const missing = await errorOf(client.request(gql`{ event(by: { databaseId: 999999 }) { id } }`));
    expect(missing.response).toMatchObject({
      status: 200,
      errors: [{ path: ['event'], extensions: { code: 'NOT_FOUND', status: 404 } }],
    });
    const create = gql`mutation Create($input: CreateEventInput!) { createEvent(input: $input) { event { id } } }`;
    const bad = await errorOf(
      client.request(create, { input: { title: 'Never', start: '2031-02-30', end: '2031-03-01' } }),
    );
    expect(bad.response.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      status: 400,
      params: { 'input.start': expect.stringContaining('2031-02-30') },
    });
  });

  test('gets an error for an invalid document', async () => {
    const { response } = await errorOf(client.request(gql`{ events { nonsense } }`));
    expect(response).toMatchObject({
      status: 400,
      errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
  });

  test('is refused without a login', async () => {
    const { response } = await errorOf(
      anonymous.request(gql`mutation { createVenue(input: { name: "Nowhere" }) { venue { id } } }`),
    );
    expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    expect((await anonymous.request<Page>(CONCERTS)).events.totalCount).toBe(12);
  });
});
