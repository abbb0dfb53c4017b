import { type IndexEndpoint, indexDocument, indexRoute } from '../../src/api/rest/describe/index-document.ts';
import { loadContract, OPTIONS } from '../contract/load-contract.ts';

const contract = { A: loadContract('A'), B: loadContract('B') };
const index = indexDocument(contract.B, OPTIONS);
const argsOf = (endpoint: IndexEndpoint | undefined) =>
  Array.isArray(endpoint?.args) ? {} : (endpoint?.args ?? {});
const listArgs = (revision: 'A' | 'B', options = {}) =>
  argsOf(indexRoute(contract[revision], '/events', { ...OPTIONS, ...options })?.endpoints[0]);

/** The routes of the listing that this service follows, in its order. */
const LISTING = [
  '',
  '/doc',
  '/events',
  '/events/(?P<id>\\d+)',
  '/events/by-slug/(?P<slug>[^/]+)',
  '/venues',
  '/venues/(?P<id>\\d+)',
  '/venues/by-slug/(?P<slug>[^/]+)',
  '/organizers',
  '/organizers/(?P<id>\\d+)',
  '/organizers/by-slug/(?P<slug>[^/]+)',
  '/categories',
  '/categories/(?P<id>\\d+)',
  '/tags',
  '/tags/(?P<id>\\d+)',
].map((path) => `/calendar/events/v1${path}`);

test('routes are keyed by their patterns, those of the listing in its order', () => {
  expect(index.namespace).toBe('calendar/events/v1');
  const routes = Object.keys(index.routes);
  expect(routes.filter((route) => LISTING.includes(route))).toEqual(LISTING);
  const listed = contract.B.operations.flatMap(({ bindings }) =>
    bindings.filter(({ unlisted }) => !unlisted),
  );
  const paths = new Set(listed.map(({ path }) => path));
  expect(routes).toHaveLength(paths.size + 2);
});

test('methods are listed in the order of the reference', () => {
  const methods = (path: string) => index.routes[`/calendar/events/v1${path}`]?.methods.join();
  expect(methods('/events')).toBe('GET,POST');
  expect(methods('/events/(?P<id>\\d+)')).toBe('GET,DELETE,POST,PUT,PATCH');
  expect(methods('/categories/(?P<id>\\d+)')).toBe('GET,POST,PUT,PATCH,DELETE');
});

test('links lead to the requested host and mount, and only routes without a pattern have them', () => {
  const alias = indexDocument(contract.B, {
    ...OPTIONS,
    namespace: 'tribe/events/v1',
    restRoot: 'https://other.test',
  });
  expect(alias._links).toEqual({ up: [{ href: 'https://other.test/' }] });
  expect(alias.routes['/tribe/events/v1/events']?._links).toEqual({
    self: [{ href: 'https://other.test/tribe/events/v1/events' }],
  });
  expect(alias.routes['/tribe/events/v1']?._links).toEqual({
    self: [{ href: 'https://other.test/tribe/events/v1' }],
  });
  expect(alias.routes['/tribe/events/v1/events/(?P<id>\\d+)']).not.toHaveProperty('_links');
  expect(alias.routes['/tribe/events/v1']?.endpoints[0]?.args).toHaveProperty(
    'namespace.default',
    'tribe/events/v1',
  );
});

test('OPTIONS of a route shows its entry in the index', () => {
  expect(indexRoute(contract.B, '/events/by-slug/{slug}', OPTIONS)).toEqual(
    index.routes['/calendar/events/v1/events/by-slug/(?P<slug>[^/]+)'],
  );
  expect(indexRoute(contract.B, '/', OPTIONS)).toEqual(index.routes['/calendar/events/v1']);
  expect(indexRoute(contract.B, '/users', OPTIONS)).toBeNull();
});

test('a route without parameters has an empty list of them', () => {
  expect(indexRoute(contract.B, '/doc', OPTIONS)?.endpoints).toEqual([{ methods: ['GET'], args: [] }]);
});

test('the page size is shown as text', () => {
  expect(listArgs('B', { perPage: 25 }).per_page?.default).toBe('25');
});

test('the default window is shown to the minute, in the site’s time zone', () => {
  expect(listArgs('B').start_date?.default).toBe('2031-03-05 00:59:00');
  expect(listArgs('B').end_date?.default).toBe('2033-03-05 00:59:00');
  expect(listArgs('A', { timezone: 'UTC-3' }).start_date?.default).toBe('2031-03-04 20:59:00');
});

test('24 months after a 29 February is a 28 February', () => {
  expect(listArgs('B', { now: new Date('2028-02-29T10:00:00Z'), timezone: 'UTC' }).end_date?.default).toBe(
    '2030-02-28 10:00:00',
  );
});

test('revision A writes `required` first and shows no formats and no null defaults; revision B the other way round', () => {
  expect(Object.keys(listArgs('A').page ?? {})).toEqual(['required', 'default', 'description', 'type']);
  expect(Object.keys(listArgs('B').page ?? {})).toEqual(['default', 'description', 'type', 'required']);
  expect(JSON.stringify(indexDocument(contract.A, OPTIONS))).not.toMatch(/"format":|"default":null/);
  expect(listArgs('B').status?.format).toBe('string');
});

test('descriptions of the date filters differ, as their meanings do', () => {
  expect(listArgs('A').end_date?.description).toMatch(/starting before this date/i);
  for (const name of ['start_date', 'end_date'])
    expect(listArgs('A')[name]?.description).toMatch(
      /day.*in the site's time zone; all-day events by their own dates/,
    );
  expect(listArgs('B').start_date?.description).toMatch(/^Starts on this day or later.*`strict_dates`/);
  expect(listArgs('B').end_date?.description).toMatch(/^Ends on this day or earlier.*`strict_dates`/);
});

test('parameters outside the listing are not shown', () => {
  expect(listArgs('B')).not.toHaveProperty('geoloc_radius');
  const [, remove, change] = indexRoute(contract.B, '/events/{id}', OPTIONS)?.endpoints ?? [];
  expect(Object.keys(argsOf(remove))).toEqual(['id']);
  expect(argsOf(change)).not.toHaveProperty('ticketed');
});

test('on a change by slug, a slug in the body of an event hides the slug in the path; other records have none', () => {
  const slug = (path: string) => argsOf(indexRoute(contract.B, path, OPTIONS)?.endpoints[2]).slug?.required;
  expect(slug('/events/by-slug/{slug}')).toBe(false);
  expect(slug('/venues/by-slug/{slug}')).toBe(true);
  expect(slug('/organizers/by-slug/{slug}')).toBe(true);
});
