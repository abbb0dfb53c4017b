import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { parseContract } from '../../src/api/contract/source.ts';
import {
  checkTypes,
  graphqlType,
  MESSAGE_TYPES,
  storedTypes,
} from '../../src/domain/webhooks/webhook-types.ts';
import { BadValue } from '../../src/lib/errors.ts';
import { publicSdl } from '../support/public-sdl.ts';

test.each([
  [[]],
  [['']],
  [['event']],
  [['event.cancelled']],
  [['venue.canceled']],
  [['tag.trashed']],
  [['Event.created']],
  [['event.*', 'series.created']],
])('%j are not types', (wrong) => {
  expect(() => checkTypes(wrong)).toThrow(BadValue);
  expect(() => checkTypes(wrong)).toThrow(/use \*, event\.\* \(or created, .*canceled/);
});

test('duplicate types count once', () => {
  expect(checkTypes(['*', 'event.canceled', '*'])).toEqual(['*', 'event.canceled']);
});

test('enum values of GraphQL are stored in the form of the command line, each once, and read back', () => {
  const stored = storedTypes(['all', 'event_all', 'event_created', 'tag_deleted', 'event_all']);
  expect(stored).toEqual(['*', 'event.*', 'event.created', 'tag.deleted']);
  expect(stored.map(graphqlType)).toEqual(['all', 'event_all', 'event_created', 'tag_deleted']);
  expect(() => storedTypes([])).toThrow(BadValue);
});

test('each type has an enum value in GraphQL, and vice versa', () => {
  const schema = buildSchema(publicSdl(parseContract(readFileSync('schema.graphql', 'utf8'))));
  const type = schema.getType('WebhookType');
  const names = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  const kinds = ['event', 'venue', 'organizer', 'category', 'tag'];
  const stored = ['*', ...kinds.map((kind) => `${kind}.*`), ...MESSAGE_TYPES];
  expect(stored.map((one) => graphqlType(one).toUpperCase()).toSorted()).toEqual(names.toSorted());
});
