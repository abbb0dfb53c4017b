import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { openWorld, type World } from '../support/world.ts';

/** A mistake has one code and one argument name, whether its value is in the document or in a variable. */
let world: World;
let venue: number;
beforeAll(async () => {
  world = await openWorld();
  ({ id: venue } = await world.make('venue', { venue: 'Hall' }));
  await world.event('Fair', '2031-04-01 20:00', { venue: [venue] });
});
afterAll(() => world.stop());

/** An argument with a wrong value: as a literal, and as a variable of a type. */
interface Mistake {
  readonly field: string;
  readonly arg: string;
  readonly type: string;
  readonly literal: string;
  readonly value: unknown;
  readonly param: string;
  readonly code?: string;
}

const filter = (literal: string, value: unknown, param: string): Mistake => ({
  field: 'events',
  arg: 'filter',
  type: 'EventFilter',
  literal,
  value,
  param,
});
const by = (literal: string, value: unknown, param: string): Mistake => ({
  field: 'venue',
  arg: 'by',
  type: 'VenueBy!',
  literal,
  value,
  param,
});
const create = (literal: string, value: unknown, param: string): Mistake => ({
  field: 'createEvent',
  arg: 'input',
  type: 'CreateEventInput!',
  literal,
  value,
  param,
});
const EVENT_ID = encodeGlobalId('Event', 1);
const TIMES = { title: 'x', start: '2031-05-01', end: '2031-05-01' };
const TIMES_TEXT = 'title: "x", start: "2031-05-01", end: "2031-05-01"';

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'an unknown word': filter('{series: SECOND}', { series: 'SECOND' }, 'filter.series'),
  'an unknown word in a list': filter(
    '{statuses: [PUBLISHED, GONE]}',
    { statuses: ['PUBLISHED', 'GONE'] },
    'filter.statuses.1',
  ),
  'a number out of range': filter(
    '{near: {latitude: 91, longitude: 0}}',
    { near: { latitude: 91, longitude: 0 } },
    'filter.near.latitude',
  ),
  'a number that is a text': filter(
    '{near: {latitude: "1", longitude: 0}}',
    { near: { latitude: '1', longitude: 0 } },
    'filter.near.latitude',
  ),
  'a flag that is a text': filter('{isFeatured: "yes"}', { isFeatured: 'yes' }, 'filter.isFeatured'),
  'an unknown field': filter('{bogus: 1}', { bogus: 1 }, 'filter.bogus'),
  'an unknown field inside': filter(
    '{near: {latitude: 1, longitude: 0, radius: 1}}',
    { near: { latitude: 1, longitude: 0, radius: 1 } },
    'filter.near.radius',
  ),
  'a field that is missing': filter(
    '{near: {latitude: 1}}',
    { near: { latitude: 1 } },
    'filter.near.longitude',
  ),
  'a field that must not be null': filter(
    '{near: {latitude: 1, longitude: null}}',
    { near: { latitude: 1, longitude: null } },
    'filter.near.longitude',
  ),
  'a day that does not exist': filter(
    '{startsFrom: "2031-02-30"}',
    { startsFrom: '2031-02-30' },
    'filter.startsFrom',
  ),
  'the empty text': filter('{search: ""}', { search: '' }, 'filter.search'),
  'an id of nothing': by('{id: "x"}', { id: 'x' }, 'by.id'),
  'an id of another type': by(`{id: "${EVENT_ID}"}`, { id: EVENT_ID }, 'by.id'),
  'an id of another type in a list': filter(
    `{venues: [{slug: "hall"}, {id: "${EVENT_ID}"}]}`,
    { venues: [{ slug: 'hall' }, { id: EVENT_ID }] },
    'filter.venues.1.id',
  ),
  'two names of one record': by('{databaseId: 1, slug: "hall"}', { databaseId: 1, slug: 'hall' }, 'by'),
  'no name of a record': by('{}', {}, 'by'),
  'a name that is null': by('{slug: null}', { slug: null }, 'by.slug'),
  'a text in place of a name': by('"hall"', 'hall', 'by'),
  'null where a record has to be': by('null', null, 'by'),
  'two names of a record in a filter': filter(
    '{venues: [{databaseId: 1, slug: "hall"}]}',
    { venues: [{ databaseId: 1, slug: 'hall' }] },
    'filter.venues.0',
  ),
  'a number that is too large': {
    field: 'events',
    arg: 'first',
    type: 'Int',
    literal: '99999999999',
    value: 99_999_999_999,
    param: 'first',
  },
  'a number that is none': {
    field: 'events',
    arg: 'first',
    type: 'Int',
    literal: '"two"',
    value: 'two',
    param: 'first',
  },
  'a page that is too small': {
    field: 'events',
    arg: 'first',
    type: 'Int',
    literal: '0',
    value: 0,
    param: 'first',
  },
  'a page that is too large': {
    field: 'events',
    arg: 'first',
    type: 'Int',
    literal: '101',
    value: 101,
    param: 'first',
  },
  'a cursor of nothing': {
    field: 'events',
    arg: 'after',
    type: 'String',
    literal: '"x"',
    value: 'x',
    param: 'after',
  },
  'an order that does not exist': {
    field: 'events',
    arg: 'orderBy',
    type: 'EventOrder',
    literal: '{field: PRICE}',
    value: { field: 'PRICE' },
    param: 'orderBy.field',
  },
  'a field of the input that is missing': create(
    '{title: "x", start: "2031-05-01"}',
    { title: 'x', start: '2031-05-01' },
    'input.end',
  ),
  'a text of the input that is too long': create(
    `{${TIMES_TEXT}, timezone: "${'x'.repeat(101)}"}`,
    { ...TIMES, timezone: 'x'.repeat(101) },
    'input.timezone',
  ),
  'two ways to link': create(
    `{${TIMES_TEXT}, venues: [{databaseId: 1, name: "x"}]}`,
    { ...TIMES, venues: [{ databaseId: 1, name: 'x' }] },
    'input.venues.0',
  ),
  'a number below the smallest': create(
    `{${TIMES_TEXT}, venues: [{create: {name: "x", latitude: -91, longitude: 0}}]}`,
    { ...TIMES, venues: [{ create: { name: 'x', latitude: -91, longitude: 0 } }] },
    'input.venues.0.create.latitude',
  ),
};

const kindOf = ({ field }: Mistake): string => (field === 'createEvent' ? 'mutation' : 'query');
/** Code, status and parameters of the only error. */
const shown = async (query: string, variables: Record<string, unknown> = {}) => {
  const { errors = [] } = await world.server.graphql(query, variables);
  expect(errors).toHaveLength(1);
  const { code, status, params, ...more } = errors[0]?.extensions ?? {};
  expect(more).toEqual({});
  return { code, status, params: Object.keys(Object(params)) };
};

test.each(Object.entries(MISTAKES))('%s', async (_name, mistake) => {
  const { field, arg, type, literal, value, param } = mistake;
  const expected = { code: 'BAD_USER_INPUT', status: 400, params: [param] };
  const kind = kindOf(mistake);
  expect(await shown(`${kind} { ${field}(${arg}: ${literal}) { __typename } }`)).toEqual(expected);
  const inVariable = `${kind} ($value: ${type}) { ${field}(${arg}: $value) { __typename } }`;
  expect(await shown(inVariable, { value })).toEqual(expected);
});

test('a variable inside a literal counts as its argument', async () => {
  const query = (type: string) =>
    `query ($value: ${type}) { events(filter: {near: {latitude: $value, longitude: 0}}) { totalCount } }`;
  const expected = { code: 'BAD_USER_INPUT', status: 400, params: ['filter.near.latitude'] };
  expect(await shown(query('Float!'), { value: 91 })).toEqual(expected);
  expect(await shown(query('Float!'), { value: 'x' })).toEqual(expected);
  expect(await shown(query('Float!'))).toEqual(expected);
});

test('a missing argument is named', async () => {
  const expected = { code: 'BAD_USER_INPUT', status: 400, params: ['by'] };
  expect(await shown('{ venue { name } }')).toEqual(expected);
  expect(await shown('query ($by: VenueBy!) { venue(by: $by) { name } }')).toEqual(expected);
});

test('other mistakes are mistakes of the document', async () => {
  for (const query of [
    '{ venue(by: {slug: "hall"}) { nothing } }',
    'query ($n: Int) { events(filter: $n) { totalCount } }',
  ])
    expect(await shown(query)).toEqual({ code: 'GRAPHQL_VALIDATION_FAILED', status: 400, params: [] });
});

describe('other root fields return data', () => {
  const OTHERS = 'venue(by: {slug: "hall"}) { name } service { version }';
  test.each([
    ['a page that is too large', 'events(first: 101)', ['first']],
    ['two sizes', 'events(first: 1, last: 1)', ['first', 'last']],
    ['a cursor of nothing', 'events(after: "x")', ['after']],
    [
      'a number out of range',
      'events(filter: {near: {latitude: 91, longitude: 0}})',
      ['filter.near.latitude'],
    ],
    ['an id of another type', `events(filter: {venues: [{id: "${EVENT_ID}"}]})`, ['filter.venues.0.id']],
    ['a condition that only editors have', 'events(filter: {isHidden: true})', []],
    ['a record that does not exist', 'event(by: {slug: "nothing"})', []],
    ['a right that is missing', 'users', []],
  ])('together with %s', async (_name, field, params) => {
    const { data, errors = [] } = await world.server.graphql(
      `{ wrong: ${field} { __typename } ${OTHERS} }`,
      {},
      {},
    );
    expect(data).toEqual({ wrong: null, venue: { name: 'Hall' }, service: { version: expect.any(String) } });
    expect(errors.map(({ path, extensions }) => [path, Object.keys(Object(extensions.params))])).toEqual([
      [['wrong'], params],
    ]);
  });

  test('also with nested lists, and their parents', async () => {
    const { data, errors = [] } = await world.server.graphql(
      '{ venue(by: {slug: "hall"}) { name events(first: 0) { totalCount } } service { version } }',
    );
    expect(data).toEqual({ venue: null, service: { version: expect.any(String) } });
    expect(errors.map(({ path, extensions }) => [path, extensions.params])).toEqual([
      [['venue', 'events'], { first: 'must be at least 1' }],
    ]);
  });
});

test('a variable and a literal with the same value have the same result', async () => {
  const literal = `{ events(filter: {venues: [{databaseId: ${venue}}], startsFrom: "2031-01-01"}, orderBy: {direction: DESC}) { nodes { title } } }`;
  const variables = {
    filter: { venues: [{ id: encodeGlobalId('Venue', venue) }], startsFrom: '2031-01-01' },
    orderBy: { direction: 'DESC' },
  };
  const query =
    'query ($filter: EventFilter, $orderBy: EventOrder) { events(filter: $filter, orderBy: $orderBy) { nodes { title } } }';
  expect(await world.query(literal)).toEqual({ events: { nodes: [{ title: 'Fair' }] } });
  expect(await world.query(query, 'anonymous', variables)).toEqual(await world.query(literal));
});
