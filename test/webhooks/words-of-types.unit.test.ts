import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { parseContract, publicSdl } from '../../src/api/contract/source.ts';
import { checkTypes, MESSAGE_TYPES, storedTypes, typeWord } from '../../src/domain/webhooks/webhook-types.ts';
import { BadValue } from '../../src/lib/errors.ts';

test.each([
  [[]],
  [['']],
  [['event']],
  [['event.cancelled']],
  [['venue.canceled']],
  [['tag.trashed']],
  [['Event.created']],
  [['event.*', 'series.created']],
])('%j are no types', (wrong) => {
  expect(() => checkTypes(wrong)).toThrow(BadValue);
  expect(() => checkTypes(wrong)).toThrow(/there are \*, event\.\* \(or created, .*canceled/);
});

test('types that come twice count once', () => {
  expect(checkTypes(['*', 'event.canceled', '*'])).toEqual(['*', 'event.canceled']);
});

test('words of GraphQL are stored as the command line writes them, each once, and read back', () => {
  const stored = storedTypes(['all', 'event_all', 'event_created', 'tag_deleted', 'event_all']);
  expect(stored).toEqual(['*', 'event.*', 'event.created', 'tag.deleted']);
  expect(stored.map(typeWord)).toEqual(['all', 'event_all', 'event_created', 'tag_deleted']);
  expect(() => storedTypes([])).toThrow(BadValue);
});

test('each type that there is has a word in the enum of GraphQL, and the other way round', () => {
  const schema = buildSchema(publicSdl(parseContract(readFileSync('schema.graphql', 'utf8'))));
  const type = schema.getType('WebhookType');
  const names = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  const kinds = ['event', 'venue', 'organizer', 'category', 'tag'];
  const stored = ['*', ...kinds.map((kind) => `${kind}.*`), ...MESSAGE_TYPES];
  expect(stored.map((one) => typeWord(one).toUpperCase()).toSorted()).toEqual(names.toSorted());
});
