import { readFileSync } from 'node:fs';
import { type ExecutionResult, execute } from 'graphql';
import { smallSdl } from '../contract/small-contract.ts';
import { NAMESPACE, type RestHarness, startRest } from './harness.ts';

/** Paths and methods in the OpenAPI document, by one of the texts that distinguish operations. */
async function operations(
  rest: RestHarness,
  by: 'operationId' | 'summary',
): Promise<[text: string, place: string][]> {
  const { paths } = await (await rest.get(`${NAMESPACE}/doc`)).json();
  return Object.entries<Record<string, Record<typeof by, string>>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, string] => [
      operation[by],
      `${method} ${path}`,
    ]),
  );
}

const twice = (ids: readonly string[]): string[] => ids.filter((id, at) => ids.indexOf(id) !== at);

describe('a second path of a list', () => {
  const FIRST = /@rest\(path: "\/events", methods: \[GET\][^)]*\)/;
  let rest: RestHarness;
  beforeAll(async () => {
    const sdl = readFileSync('schema.graphql', 'utf8');
    rest = await startRest({
      sdl: sdl.replace(FIRST, '$& @rest(path: "/list-of-events", methods: [GET])'),
    });
  });
  afterAll(() => rest.close());

  test.each(['/events', '/list-of-events'])('%s lists events', async (path) => {
    const response = await rest.get(`${NAMESPACE}${path}?per_page=2`);
    expect(response.status).toBe(200);
    const { events, rest_url } = await response.json();
    expect(events).toHaveLength(2);
    expect(new URL(rest_url).pathname).toBe(`${NAMESPACE}${path}/`);
    expect(rest.runs.at(-1)).toMatchObject({ field: 'events', variables: { perPage: 2 } });
  });

  test.each([
    ['operationId', 'listEvents', 'listEventsAtListOfEvents'],
    ['summary', 'List events', 'List events at /list-of-events'],
  ] as const)('has its own %s, and the first path keeps its own', async (by, first, second) => {
    const texts = await operations(rest, by);
    expect(twice(texts.map(([text]) => text))).toEqual([]);
    expect(texts).toContainEqual([first, 'get /events']);
    expect(texts).toContainEqual([second, 'get /list-of-events']);
  });
});

/** Every name has two words. */
const TWO_WORDS = `
  type EventSeries { id: Int! longName: String! mainPlace: MeetingPlace otherPlaces: [MeetingPlace!]! }
  type MeetingPlace { id: Int! longName: String! streetAddress: String @wire(empty: TEXT) }
  type PageInfo { hasNextPage: Boolean! }
  type EventSeriesPage {
    totalPages: Int! totalCount: Int! @wire(name: "total") nodes: [EventSeries!]! @wire(name: "all_series")
    pageInfo: PageInfo! @wire(hide: true)
  }
  input EventSeriesBy @oneOf { databaseId: Int @wire(name: "id") slug: String }
  input EventSeriesFilter { longName: String }
  type CreateEventSeriesPayload { eventSeries: EventSeries }
  input EventSeriesInput { longName: String! shortName: String }
  type Query {
    eventSeries(by: EventSeriesBy!): EventSeries
      @rest(path: "/event-series/{id}", methods: [GET])
      @rest(path: "/event-series/by-slug/{slug}", methods: [GET])
    allSeries(perPage: Int, filter: EventSeriesFilter): EventSeriesPage!
      @rest(path: "/event-series", methods: [GET])
      @rest(path: "/all-series", methods: [GET])
  }
  type Mutation {
    createEventSeries(input: EventSeriesInput!): CreateEventSeriesPayload
      @rest(path: "/event-series", methods: [POST], status: 201)
  }
`;

describe('names of two words', () => {
  const place = { id: 1, longName: 'Town hall', streetAddress: null };
  const series = { id: 7, longName: 'Jazz nights', mainPlace: place, otherPlaces: [place] };
  const shownPlace = { id: 1, long_name: 'Town hall', street_address: '' };
  const shownSeries = { id: 7, long_name: 'Jazz nights', main_place: shownPlace, other_places: [shownPlace] };
  const rootValue = {
    eventSeries: series,
    allSeries: { totalPages: 1, totalCount: 1, nodes: [series] },
    createEventSeries: { eventSeries: series },
  };
  let rest: RestHarness;
  beforeAll(async () => {
    rest = await startRest({ sdl: smallSdl(TWO_WORDS) });
    rest.answer = ({ document, variables: variableValues }): ExecutionResult | Promise<ExecutionResult> =>
      execute({ schema: rest.schema, document, rootValue, variableValues });
  });
  afterAll(() => rest.close());
  const get = async (path: string): Promise<unknown> => (await rest.get(`${NAMESPACE}${path}`)).json();

  test.each(['/event-series', '/all-series'])('%s has the records under their REST name', async (path) => {
    expect(await get(`${path}?long_name=jazz&per_page=5`)).toMatchObject({
      all_series: [shownSeries],
      total: 1,
      total_pages: 1,
    });
    expect(rest.runs.at(-1)).toMatchObject({ variables: { filter: { longName: 'jazz' }, perPage: 5 } });
  });

  test('and only the requested fields', async () => {
    expect(await get('/event-series?_fields=all_series.long_name')).toEqual({
      all_series: [{ long_name: 'Jazz nights' }],
    });
    expect(await get('/event-series?_fields=total')).toEqual({ total: 1 });
  });

  test.each(['/event-series/7', '/event-series/by-slug/jazz-nights'])('%s is the record', async (path) =>
    expect(await get(path)).toEqual(shownSeries),
  );

  test('a record is created from its REST names', async () => {
    const response = await rest.send('POST', `${NAMESPACE}/event-series`, {
      long_name: 'x',
      short_name: 'y',
    });
    expect([response.status, response.headers.get('location')]).toEqual([
      201,
      expect.stringMatching(/\/event-series\/7$/),
    ]);
    expect(rest.runs.at(-1)?.variables).toEqual({ input: { longName: 'x', shortName: 'y' } });
  });

  test('the documents contain them', async () => {
    expect(twice((await operations(rest, 'operationId')).map(([id]) => id))).toEqual([]);
    expect(await operations(rest, 'summary')).toEqual(
      expect.arrayContaining([
        ['List all series', 'get /event-series'],
        ['List all series at /all-series', 'get /all-series'],
        ['Read an event series by slug', 'get /event-series/by-slug/{slug}'],
        ['Create an event series', 'post /event-series'],
      ]),
    );
    const { paths, components } = Object(await get('/doc'));
    const { schema } = paths['/all-series'].get.responses['200'].content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/EventSeriesList' });
    expect(components.schemas.EventSeriesList.required).toContain('all_series');
    expect(components.schemas.EventSeriesList.properties.all_series).toMatchObject({ type: 'array' });
  });

  test('a slug in place of an id is rejected with the address for slugs', async () =>
    expect(await get('/event-series/jazz-nights')).toMatchObject({
      message: expect.stringContaining('/event-series/by-slug/{slug}'),
    }));
});

test('an error past the last page needs a code', async () => {
  const sdl = smallSdl(
    TWO_WORDS.replace(
      '"/all-series", methods: [GET]',
      '"/all-series", methods: [GET], pastTheEnd: NOT_FOUND',
    ),
  );
  await expect(startRest({ sdl })).rejects.toThrow(
    'Query.allSeries: pastTheEnd needs the error eventseries-archive-page-not-found in lib/errors.ts',
  );
});
