import { readFileSync } from 'node:fs';
import { buildContract } from '../../src/api/contract/contract.ts';
import { contractSchema, parseContract } from '../../src/api/contract/source.ts';
import type { Contract, Revision } from '../../src/api/contract/types.ts';
import type { Samples } from '../../src/api/rest/describe/openapi/samples.ts';

const SCALARS = [
  'DateInput',
  'TermRef',
  'RecordRef',
  'Truthy',
  'TermLink',
  'CostInput',
  'Price',
  'VenueLinks',
  'OrganizerLinks',
  'ImageInput',
  'RecurrenceText',
  'Url',
];

export const REVISIONS: readonly Revision[] = ['A', 'B'];

/** The text of the real contract. */
export const WRITTEN = readFileSync('schema.graphql', 'utf8');

/** The real contract as a GraphQL schema that still carries the directives. */
export const ANNOTATED = contractSchema(parseContract(WRITTEN));

/** The real contract, with scalars that accept everything unchanged. */
export const loadContract = (revision: Revision): Contract =>
  buildContract(
    ANNOTATED,
    revision,
    Object.fromEntries(SCALARS.map((name) => [name, (value: unknown) => value])),
  );

/** Those of the project. */
export const SAMPLES: Samples = JSON.parse(readFileSync('samples.json', 'utf8'));

/** The options of the documents besides the contract, with a fixed clock. */
export const OPTIONS = {
  namespace: 'calendar/events/v1',
  perPage: 9,
  maxPerPage: 100,
  now: new Date('2031-03-04T23:59:58.900Z'),
  timezone: 'Europe/Rome',
  restRoot: 'https://calendar.test/wp-json',
  version: '1.2.3',
  samples: SAMPLES,
  serverUrl: 'https://calendar.test/wp-json/calendar/events/v1',
  siteUrl: 'https://calendar.test',
};
