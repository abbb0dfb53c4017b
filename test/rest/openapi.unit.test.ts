import { openApiDocument } from '../../src/api/rest/describe/openapi/index.ts';
import { loadContract, OPTIONS, REVISIONS, SAMPLES } from '../contract/load-contract.ts';

/** Reads a value in a JSON document; undefined if the path ends early. */
const at = (node: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([name]) => name === key)?.[1]
        : undefined,
    node,
  );

const keys = (node: unknown): string[] => Object.keys(Object(node));

describe.each(REVISIONS)('the OpenAPI document of revision %s', (revision) => {
  const contract = loadContract(revision);
  const document = openApiDocument(contract, OPTIONS);
  const bound = contract.routes.flatMap(({ path, bindings }) =>
    bindings.flatMap((binding) =>
      binding.methods.map((method) => ({ path, method: method.toLowerCase(), binding })),
    ),
  );

  test('it has every method of every path, and no other', () => {
    const operations = keys(document.paths).flatMap((path) =>
      keys(at(document, 'paths', path)).map((method) => `${method} ${path}`),
    );
    expect(operations).toEqual([
      'get /',
      'get /doc',
      ...bound.map(({ path, method }) => `${method} ${path}`),
      'post /images',
      'get /feeds/changes',
    ]);
  });

  test.each(bound)(
    '$method $path has every parameter and field of the contract, and its status',
    ({ path, method, binding }) => {
      const operation = at(document, 'paths', path, method);
      const parameters = Object.values(Object(at(operation, 'parameters')));
      const names = parameters.flatMap((one) => (at(one, '$ref') ? [] : [at(one, 'name')]));
      expect(names).toEqual([
        ...(binding.pathParam ? [binding.pathParam.wire] : []),
        ...binding.queryParams.map((param) => param.wire),
      ]);
      const ref = at(operation, 'requestBody', 'content', 'application/json', 'schema', '$ref');
      const fields = keys(
        at(document, 'components', 'schemas', String(ref).replace(/.*\//, ''), 'properties'),
      );
      expect(fields).toEqual(binding.bodyParams.map((param) => param.wire));
      expect(keys(at(operation, 'responses'))).toContain(String(binding.status));
    },
  );

  test('every operation has a unique id, and declares its callers', () => {
    const operations = bound.map(({ path, method }) => at(document, 'paths', path, method));
    expect(new Set(operations.map((one) => at(one, 'operationId'))).size).toBe(bound.length);
    for (const { path, method } of bound) {
      const security = at(document, 'paths', path, method, 'security');
      expect(security).toEqual([...(method === 'get' ? [{}] : []), { basicAuth: [] }, { bearerAuth: [] }]);
    }
  });
});

test('operations have short and different summaries, for the sidebar of /docs', () => {
  const paths = at(openApiDocument(loadContract('B'), OPTIONS), 'paths');
  const summaries = keys(paths).flatMap((path) =>
    keys(at(paths, path)).map((method) => String(at(paths, path, method, 'summary'))),
  );
  expect(new Set(summaries).size).toBe(summaries.length);
  for (const text of summaries) expect(text.length).toBeLessThanOrEqual(40);
  expect(summaries).toEqual(
    expect.arrayContaining([
      'List events',
      'Create an event',
      'Read a venue by slug',
      'Change an event',
      'Change an event (PUT)',
      'Change an event by slug (POST)',
      'List categories',
      'Delete a tag',
      'List events at /venues/{id}/events',
      'List events at /events/{id}/occurrences',
    ]),
  );
});

const schema = (name: string, ...path: string[]) =>
  at(openApiDocument(loadContract('B'), OPTIONS), 'components', 'schemas', name, ...path);
const query = (revision: 'A' | 'B', name: string) =>
  Object.values(
    Object(at(openApiDocument(loadContract(revision), OPTIONS), 'paths', '/events', 'get', 'parameters')),
  ).find((one) => at(one, 'name') === name);

test('ids are whole numbers, lists are separated by commas, and no default moves with the clock', () => {
  expect(schema('Event', 'properties', 'id', 'type')).toBe('integer');
  expect(at(query('B', 'end_date'), 'schema')).toEqual({ type: 'string' });
  expect(JSON.stringify(openApiDocument(loadContract('B'), OPTIONS))).not.toMatch(/"default":"\d{4}-/);
  expect(query('B', 'include')).toMatchObject({
    style: 'form',
    explode: false,
    schema: { type: 'array', items: { type: 'integer' } },
  });
  expect(at(query('B', 'per_page'), 'schema')).toEqual({ type: 'integer', minimum: 1, default: 9 });
});

test.each([
  ['/venues/{id}/events', 'venue'],
  ['/organizers/{id}/events', 'organizer'],
  ['/categories/{id}/events', 'categories'],
  ['/tags/{id}/events', 'tags'],
  ['/events/{id}/occurrences', 'series_of'],
])('%s names a record by its number, instead of the parameter %s', (path, name) => {
  const operation = at(openApiDocument(loadContract('B'), OPTIONS), 'paths', path, 'get');
  const [id, ...others] = Object.values(Object(at(operation, 'parameters')));
  expect(id).toMatchObject({ name: 'id', in: 'path', required: true, schema: { type: 'integer' } });
  const names = (parameters: readonly unknown[]) => parameters.map((one) => at(one, 'name'));
  const events = Object.values(
    Object(at(openApiDocument(loadContract('B'), OPTIONS), 'paths', '/events', 'get', 'parameters')),
  );
  expect(names(others)).toEqual(names(events).filter((other) => other !== name));
  expect(keys(at(operation, 'responses'))).toEqual(expect.arrayContaining(['200', '404']));
});

test('revision A has no additions of B', () => {
  for (const name of [
    'starts_before',
    'starts_after',
    'ends_before',
    'ends_after',
    'strict_dates',
    'ticketed',
  ]) {
    expect(query('A', name)).toBeUndefined();
    expect(query('B', name)).toBeDefined();
  }
});

test('optional keys of records are not required, the others are', () => {
  expect(schema('Event', 'required')).toEqual(expect.arrayContaining(['image', 'venue', 'website']));
  expect(schema('Event', 'required')).not.toContain('json_ld');
  expect(schema('Venue', 'required')).toEqual(
    expect.arrayContaining(['id', 'venue', 'slug', 'show_map', 'global_id']),
  );
  expect(schema('Venue', 'required')).not.toContain('city');
});

test('a term inside an event and one of its own are different schemas', () => {
  expect(keys(schema('Category', 'properties'))).toEqual(expect.arrayContaining(['url', 'meta', '_links']));
  expect(keys(schema('EmbeddedCategory', 'properties'))).toEqual(
    expect.arrayContaining(['term_taxonomy_id', 'filter']),
  );
  expect(schema('Event', 'properties', 'categories', 'items')).toEqual({
    $ref: '#/components/schemas/EmbeddedCategory',
  });
});

test.each(REVISIONS)(
  'fields of bodies have no default in revision %s: generated clients would require them',
  (revision) => {
    const contract = loadContract(revision);
    const schemas = Object.entries(Object(at(openApiDocument(contract, OPTIONS), 'components', 'schemas')));
    const inputs = schemas.filter(([name]) => /^(Create|Update)/.test(name));
    expect(inputs).toHaveLength(contract.operations.filter(({ hasInput }) => hasInput).length);
    for (const [, input] of inputs) expect(JSON.stringify(input)).not.toContain('"default"');
  },
);

test('the version is that of the service, and the text names the revision of the API', () => {
  const info = at(openApiDocument(loadContract('A'), OPTIONS), 'info');
  expect(at(info, 'version')).toBe('1.2.3');
  expect(at(info, 'description')).toMatch(/revision A of version 1 of the API/);
});

test('every sample belongs to a key or an operation', () => {
  const { records, operations } = loadContract('B');
  const shown = [...records.values()].flatMap(({ name, keys }) =>
    keys.flatMap(({ key }) => [`${name}.${key}`, key]),
  );
  expect(keys(SAMPLES.values).filter((key) => !shown.includes(key))).toEqual([]);
  const fields = operations.map(({ field }) => field);
  expect(keys(SAMPLES.bodies).filter((name) => !fields.includes(name))).toEqual([]);
});
