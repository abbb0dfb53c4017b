import { type DocumentNode, validate } from 'graphql';
import { selectionOfRecord } from '../../src/api/contract/shape.ts';
import { DOCUMENTS } from '../../src/api/desk/routes.ts';
import { operationDocument, SELECTION, SERIES_SELECTION } from '../../src/api/feeds/document.ts';
import { ALL_DOCUMENTS } from '../../src/api/pages/public/page-documents.ts';
import { schemasOf } from '../../src/app/schemas.ts';

describe.each(['A', 'B'] as const)('revision %s', (revision) => {
  const { schema, contract } = schemasOf({ revision });
  const problems = (documents: readonly DocumentNode[]): string[] =>
    documents.flatMap((document) => validate(schema, document).map(({ message }) => message));

  test('the documents of pages and of the desk match the schema', () => {
    expect(ALL_DOCUMENTS.length).toBeGreaterThan(5);
    expect(DOCUMENTS.length).toBeGreaterThan(5);
    expect(problems([...ALL_DOCUMENTS, ...DOCUMENTS])).toEqual([]);
  });

  test('the documents of feeds match the schema', () => {
    const documents = [
      operationDocument(schema, 'events', `{ nextCursor nodes ${SELECTION} }`),
      operationDocument(schema, 'events', `{ nextCursor nodes ${SERIES_SELECTION} }`),
      operationDocument(schema, 'event', SELECTION),
      operationDocument(schema, 'events', '{ totalCount nodes { databaseId modifiedUtc } }'),
      ...['Event', 'Venue', 'Organizer', 'Category', 'Tag'].flatMap((type) =>
        [false, true].map((isBrief) =>
          operationDocument(
            schema,
            'nodes',
            `{ ... on ${type} ${selectionOfRecord(contract, type, 'LIST', isBrief)} }`,
          ),
        ),
      ),
    ];
    expect(problems(documents)).toEqual([]);
  });

  test('a field that the schema lacks is a problem', () => {
    expect(problems([operationDocument(schema, 'event', '{ unknown }')])).toHaveLength(1);
  });
});
