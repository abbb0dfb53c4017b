import { openApiDocument } from '../../src/api/rest/describe/openapi/index.ts';
import { loadContract, OPTIONS, REVISIONS } from '../contract/load-contract.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/**
 * Typed clients know `code` and `message` of an error in each of its forms (rules#errors); they have the union of all.
 * `npm run generate:clients` compiles a program against the openapi-typescript output of the document.
 */
type Json = { [key: string]: unknown };
const at = (node: unknown, ...path: readonly string[]): Json =>
  path.reduce<Json>((value, key) => Object(value[key]), Object(node));

describe.each(REVISIONS)('revision %s', (revision) => {
  const document: Json = openApiDocument(loadContract(revision), OPTIONS);
  const responses = Object.entries(at(document, 'components', 'responses')).filter(
    ([name]) => name !== 'NotModified',
  );

  test('each form of each error requires both, as texts', () => {
    expect(responses.length).toBeGreaterThan(10);
    for (const [name, response] of responses) {
      const forms = Object.entries(at(response, 'content'));
      expect([name, forms.map(([type]) => type)]).toEqual([
        name,
        ['application/json', 'application/problem+json'],
      ]);
      for (const [, form] of forms) {
        const ref = String(at(form, 'schema').$ref).replace('#/components/schemas/', '');
        const schema = at(document, 'components', 'schemas', ref);
        expect(schema.required).toEqual(expect.arrayContaining(['code', 'message']));
        for (const key of ['code', 'message'])
          expect(at(schema, 'properties', key)).toMatchObject({ type: 'string' });
      }
    }
  });

  test('every failure of every operation has one of these forms', () => {
    const failures = Object.values(at(document, 'paths')).flatMap((path) =>
      Object.values(Object(path)).flatMap((operation) =>
        Object.entries(at(operation, 'responses')).filter(([status]) => Number(status) >= 400),
      ),
    );
    expect(failures.length).toBeGreaterThan(100);
    for (const [, response] of failures) expect(at(response).$ref).toMatch(/^#\/components\/responses\/\w+$/);
  });
});

describe('error responses', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test.each(['application/json', 'application/problem+json'])('%s has both', async (accept) => {
    const answer = await fetch(`${server.rest}/events/by-slug/none`, { headers: { accept } });
    expect(answer.headers.get('content-type')).toContain(accept);
    expect(await answer.json()).toMatchObject({
      code: 'event-not-found',
      message: 'There is no event with this id or slug.',
    });
  });
});
