import { checkTypes } from '../../src/domain/webhooks/webhook-types.ts';
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
