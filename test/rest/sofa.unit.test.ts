import { type DocumentNode, print, validate } from 'graphql';
import type { Operation, Place } from '../../src/api/contract/types.ts';
import { rootField } from '../../src/api/rest/operations.ts';
import { sofaRoutes } from '../../src/api/rest/sofa.ts';
import { ANNOTATED, loadContract, REVISIONS } from '../contract/load-contract.ts';
import { NAMESPACE, type RestHarness, startRest } from './harness.ts';

const BODY = {
  title: 'x',
  start_date: 'x',
  end_date: 'x',
  venue: 'x',
  organizer: 'x',
  name: 'x',
};

const flat = (document: DocumentNode): string => print(document).replace(/\s+/g, ' ');

describe.each(REVISIONS)('revision %s', (revision) => {
  const contract = loadContract(revision);
  /** Methods, paths and statuses in the contract. */
  const specified = contract.routes.flatMap(({ path, bindings }) =>
    bindings.flatMap(({ methods, status }) =>
      methods.map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')} ${status}`),
    ),
  );
  let rest: RestHarness;
  const executed = new Map<string, Set<DocumentNode>>();
  const answered: string[] = [];

  beforeAll(async () => {
    rest = await startRest({ revision });
    for (const route of specified) {
      const [method = '', path = ''] = route.split(' ');
      const address = NAMESPACE + path.replace(/:(\w+)/, '5');
      const response = await rest.send(method, address, method === 'GET' ? undefined : BODY);
      answered.push(`${method} ${path} ${response.status}`);
    }
    for (const { field, document } of rest.runs)
      if (print(document).includes('Rest_'))
        executed.set(field, (executed.get(field) ?? new Set()).add(document));
  });
  afterAll(() => rest.close());

  const neverRun = () => Promise.reject(new Error('nothing runs'));

  test('the routes of the interface are exactly the routes of SOFA', () => {
    const routes = sofaRoutes({
      contract,
      schema: ANNOTATED,
      alternates: () => [],
      runner: { run: neverRun, runUncompiled: neverRun },
    });
    const wanted = specified.map((route) => route.replace(/ \d+$/, ''));
    expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(wanted.toSorted());
  });

  test('and their statuses are those of the interface', () => {
    expect(answered).toEqual(specified);
  });

  test('all routes of an operation share its document', () => {
    expect([...executed.keys()].toSorted()).toEqual(contract.operations.map(({ field }) => field).toSorted());
    for (const documents of executed.values()) expect(documents.size).toBe(1);
  });

  test('the document selects exactly the fields that REST shows', () => {
    const keys = (name: string, reply: Operation['reply'], place: Place): string =>
      (contract.records.get(name)?.keys ?? [])
        .filter((key) => key.replies.includes(reply) && (key.place === null || key.place === place))
        .flatMap(({ key, field, type }) => {
          if (field === null) return [];
          const inner = type.kind === 'record' ? ` { ${keys(type.name, reply, 'EMBEDDED')} }` : '';
          return [`${key === field ? key : `${key}: ${field}`}${inner}`];
        })
        .join(' ');
    for (const { field, itemsKey, payload, record, reply } of contract.operations) {
      const [document] = executed.get(field) ?? [];
      if (!document) throw new Error(`${field} did not run`);
      expect(rootField(document)).toBe(field);
      expect(validate(ANNOTATED, document)).toEqual([]);
      const shown = keys(record, reply, 'ROOT');
      // The REST name of a list is an alias if it differs from the field name.
      const text = flat(document).replace(new RegExp(`(?<=${itemsKey}): \\w+`), '');
      const single = payload === null ? `) { ${shown} } }` : `) { ${payload} { ${shown} } } }`;
      expect(text).toContain(itemsKey ? `${itemsKey} { ${shown} }` : single);
    }
  });

  test('such as this document', () => {
    const [tags] = executed.get('tags') ?? [];
    const text = tags ? flat(tags) : '';
    expect(text).toMatch(
      /^query Rest_tags\(\$page: Int, \$perPage: Int, .*\) \{ tags\(page: \$page, perPage: \$perPage, /,
    );
    expect(text.slice(text.lastIndexOf(')'))).toBe(
      ') { total: totalCount total_pages: totalPages tags: nodes { id: databaseId count: eventCount description name slug taxonomy url urls { self collection up } } } }',
    );
  });
});
