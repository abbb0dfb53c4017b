import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DocumentNode, print, validate } from 'graphql';
import type { Operation, Place } from '../../src/contract/types.ts';
import { rootField } from '../../src/rest/operations.ts';
import { Call, sofaRoutes } from '../../src/rest/sofa.ts';
import { loadContract, REVISIONS, schemaOf } from '../contract/load-contract.ts';
import { NAMESPACE, startWorld, type World } from './harness.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.get(`${NAMESPACE}/events`);
});
afterAll(() => world.close());

const SINGLE = ['GET 200', 'DELETE 200', 'POST 200', 'PUT 200', 'PATCH 200'];
const routesAt = (path: string, methods: readonly string[]): string[] =>
  methods.map((method) => method.replace(' ', ` ${path} `));
const collection = (path: string, ways: readonly string[]): string[] => [
  ...routesAt(path, ['GET 200', 'POST 201']),
  ...ways.flatMap((way) => routesAt(`${path}/${way}`, SINGLE)),
];

/** Methods, paths and statuses as the interface is specified. */
const SPECIFIED = [
  ...['/events', '/venues', '/organizers'].flatMap((path) => collection(path, [':id', 'by-slug/:slug'])),
  ...['/categories', '/tags'].flatMap((path) => collection(path, [':id'])),
];

/** Runs every route with an operation that answers nothing but an empty record or page. */
async function runAll(revision: 'A' | 'B') {
  const contract = loadContract(revision);
  const context = world.runs[0]?.context;
  if (!context) throw new Error('nothing has run');
  const own: DocumentNode[] = [];
  const asked = new Map<string, DocumentNode>();
  const routes = sofaRoutes({
    contract,
    schema: schemaOf(revision),
    own: (document) => void own.push(document),
    execute: async (document) => {
      asked.set(rootField(document), document);
      return { data: { [rootField(document)]: {} } };
    },
  });
  const answered: string[] = [];
  for (const route of routes) {
    const { status, text } = await route.run(new Call({}, context, null, () => ({ is: 'shown' })));
    expect(JSON.parse(text)).toEqual({ is: 'shown' });
    answered.push(`${route.method} ${route.path} ${status}`);
  }
  return { contract, own, asked, answered };
}

describe.each(REVISIONS)('revision %s', (revision) => {
  test('every route of the interface is a route of SOFA, with its status, and there are no others', async () => {
    const { answered } = await runAll(revision);
    expect(answered.toSorted()).toEqual(SPECIFIED.toSorted());
  });

  test('what runs asks the public schema for all that REST shows, and nothing else', async () => {
    const { contract, asked } = await runAll(revision);
    const keys = (name: string, reply: Operation['reply'], place: Place): string =>
      (contract.records.get(name)?.keys ?? [])
        .filter((key) => key.replies.includes(reply) && (key.place === null || key.place === place))
        .flatMap(({ key, field, type }) => {
          if (field === null) return [];
          const inner = type.kind === 'record' ? ` { ${keys(type.name, reply, 'EMBEDDED')} }` : '';
          return [`${key === field ? key : `${key}: ${field}`}${inner}`];
        })
        .join(' ');
    expect(asked.size).toBe(contract.operations.length);
    for (const { field, itemsKey, record, reply } of contract.operations) {
      const document = asked.get(field);
      if (!document) throw new Error(`${field} did not run`);
      expect(validate(schemaOf(revision), document)).toEqual([]);
      const shown = keys(record, reply, 'ROOT');
      const text = print(document).replace(/\s+/g, ' ');
      expect(text).toContain(itemsKey ? `${itemsKey} { ${shown} }` : `) { ${shown} } }`);
    }
  });
});

test('a document as it runs', async () => {
  const { asked } = await runAll('B');
  const tags = asked.get('tags');
  const text = tags ? print(tags).replace(/\s+/g, ' ') : '';
  expect(text).toMatch(
    /^query Rest_tags\(\$page: Int, \$perPage: Int, .*\) \{ tags\( page: \$page perPage: \$perPage /,
  );
  expect(text.slice(text.lastIndexOf(')'))).toBe(
    ') { total total_pages: totalPages tags { id count description name slug taxonomy url urls { self collection up } } } }',
  );
});

test('ways to one operation share its document', async () => {
  const { contract, own } = await runAll('B');
  expect(own.map(rootField).toSorted()).toEqual(contract.operations.map(({ field }) => field).toSorted());
});
