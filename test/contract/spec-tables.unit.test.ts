import type { Revision } from '../../src/api/contract/types.ts';
import { type IndexArg, indexDocument } from '../../src/api/rest/describe/index-document.ts';
import { loadContract, OPTIONS, REVISIONS } from './load-contract.ts';
import { CATEGORY, EVENT, ORGANIZER, type SpecParam, TAG, VENUE } from './spec-fields.ts';
import { CATEGORIES, COMPUTED, EVENTS, PLACES_AND_PEOPLE, TAGS } from './spec-queries.ts';

const PER_PAGE = { A: 10, B: 9 };
const CHANGE = 'POST,PUT,PATCH';
const id: SpecParam = { name: 'id', type: 'integer', required: true };
const slug: SpecParam = { name: 'slug', type: 'string', required: true };
const optional = (fields: readonly SpecParam[]): SpecParam[] =>
  fields.map(({ required: _, ...rest }) => rest);

type Row = readonly [path: string, methods: string, params: readonly SpecParam[]];

const records = (path: string, list: readonly SpecParam[], fields: readonly SpecParam[]): Row[] => [
  [path, 'GET', list],
  [path, 'POST', fields],
  [`${path}/(?P<id>\\d+)`, 'GET', [id]],
  [`${path}/(?P<id>\\d+)`, 'DELETE', [id]],
  [`${path}/(?P<id>\\d+)`, CHANGE, [id, ...optional(fields)]],
  [`${path}/by-slug/(?P<slug>[^/]+)`, 'GET', [slug]],
  [`${path}/by-slug/(?P<slug>[^/]+)`, 'DELETE', [slug]],
  // Events have a `slug` field, which is optional on change and replaces the one in the path.
  [
    `${path}/by-slug/(?P<slug>[^/]+)`,
    CHANGE,
    fields.some((one) => one.name === 'slug') ? optional(fields) : [slug, ...optional(fields)],
  ],
];

const terms = (path: string, list: readonly SpecParam[], fields: readonly SpecParam[]): Row[] => [
  [path, 'GET', list],
  [path, 'POST', fields],
  [`${path}/(?P<id>\\d+)`, 'GET', [id]],
  [`${path}/(?P<id>\\d+)`, CHANGE, [id, ...optional(fields)]],
  [`${path}/(?P<id>\\d+)`, 'DELETE', [id]],
];

const ROWS: readonly Row[] = [
  [
    '',
    'GET',
    [
      { name: 'namespace', type: 'untyped', default: 'calendar/events/v1' },
      { name: 'context', type: 'untyped', default: 'view' },
    ],
  ],
  ['/doc', 'GET', []],
  ...records('/events', EVENTS, EVENT),
  ...records('/venues', PLACES_AND_PEOPLE, VENUE),
  ...records('/organizers', PLACES_AND_PEOPLE, ORGANIZER),
  ...terms('/categories', CATEGORIES, CATEGORY),
  ...terms('/tags', TAGS, TAG),
];

/**
 * The notation of the index for a type of the specification. The listing never declares a type for dates and lists;
 * for the status filter and the coordinates it declares their format, which only revision B shows.
 */
function shownType({ name, type }: SpecParam, revision: Revision, isFilter: boolean): Partial<IndexArg> {
  const byFormat = (format: string): Partial<IndexArg> => (revision === 'B' ? { format } : {});
  if (type === 'untyped' || type === 'date-time string') return {};
  if (type === 'list of integer') return { items: { type: 'integer' } };
  if (type === 'number (double)') return byFormat('double');
  return name === 'status' && isFilter ? byFormat('string') : { type };
}

function shownDefault(
  { name, default: value, nullInB }: SpecParam,
  revision: Revision,
  isFilter: boolean,
): Partial<IndexArg> {
  if (isFilter && COMPUTED.includes(name))
    return { default: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) };
  if (nullInB) return revision === 'B' ? { default: null } : {};
  return value === undefined ? {} : { default: typeof value === 'object' ? value[revision] : value };
}

describe.each(REVISIONS)('the index of revision %s', (revision) => {
  const { routes } = indexDocument(loadContract(revision), { ...OPTIONS, perPage: PER_PAGE[revision] });

  test.each(ROWS)('%s %s matches the specification', (path, methods, params) => {
    const endpoint = routes[`/calendar/events/v1${path}`]?.endpoints.find(
      (one) => one.methods.join() === methods,
    );
    const isFilter = methods === 'GET';
    const expected = params
      .filter((param) => revision === 'B' || !param.onlyB)
      .map((param) => [
        param.name,
        {
          required: param.required ?? false,
          ...shownType(param, revision, isFilter),
          ...shownDefault(param, revision, isFilter),
        },
      ]);
    const actual = Object.entries(endpoint?.args ?? { none: {} }).map(
      ([name, { description: _, ...shown }]) => [name, shown],
    );
    expect(actual).toEqual(expected);
  });

  test('the routes of the specification have no other parameters', () => {
    const specified = ROWS.map(([path, methods]) => [`/calendar/events/v1${path}`, methods]);
    const endpoints = Object.entries(routes).flatMap(([path, route]) =>
      route.endpoints.map(({ methods }) => [path, methods.join()]),
    );
    const paths = new Set(specified.map(([path]) => path));
    expect(endpoints.filter(([path]) => paths.has(path))).toEqual(specified);
  });
});
