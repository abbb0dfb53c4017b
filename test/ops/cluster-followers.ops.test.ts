import type { Received } from '../../bench/support/receiver.ts';
import type { Item } from '../../bench/support/walker.ts';
import { compareCopy, compareMessages } from '../../ops/cluster/load/followers.ts';
import { Ledger, titleOf } from '../../ops/cluster/load/ledger.ts';

/** One event that was created, and one changed twice, with one change acknowledged. */
function ledgerOfTwo(): Ledger {
  const ledger = new Ledger();
  ledger.created.set('Run 1 new', 1);
  const acknowledged = [0, 1].map((version) => ({ version, at: version }));
  ledger.subjects.push({ id: 2, title: 'Run 1 old', sent: 2, acknowledged });
  return ledger;
}
const STORED = [
  { id: 1, title: 'Run 1 new' },
  { id: 2, title: titleOf('Run 1 old', 2) },
];
const item = (id: number, title: string): [string, Item] => [
  `event-${id}`,
  { state: 'updated', kind: 'event', id: `event-${id}`, modified: id, data: { title } },
];
const copy = (...more: [string, Item][]): Map<string, Item> =>
  new Map([...STORED.map(({ id, title }) => item(id, title)), ...more]);

test('a copy equal to the stored records has no differences', () => {
  expect(compareCopy(copy(), STORED, ledgerOfTwo())).toEqual([]);
});

test.each([
  [
    'lacks an event',
    new Map([item(2, titleOf('Run 1 old', 2))]),
    STORED,
    /event 1: Run 1 new, in the feed undefined/,
  ],
  [
    'has an older version',
    copy(item(2, titleOf('Run 1 old', 1))),
    STORED,
    /event 2: .* in the feed .* version 1/,
  ],
  ['has an unstored record', copy(item(9, 'Run 1 lost')), STORED, /event-9 is in the feed but not stored/],
  [
    'lacks a lost record',
    new Map([item(2, titleOf('Run 1 old', 2))]),
    STORED.slice(1),
    /Run 1 new was acknowledged/,
  ],
])('a copy that %s', (_what, held, stored, difference) => {
  expect(compareCopy(held, stored, ledgerOfTwo())).toEqual([expect.stringMatching(difference)]);
});

const message = (
  messageId: string,
  action: string,
  id: number,
  title: string,
  timestamp = messageId,
): Received => ({
  messageId,
  type: `event.${action}`,
  timestamp,
  data: { kind: 'event', id, record: { title } },
});
const MESSAGES = [
  message('a', 'created', 1, 'Run 1 new'),
  message('b', 'created', 2, titleOf('Run 1 old', 0)),
  message('c', 'updated', 2, titleOf('Run 1 old', 1)),
  message('c', 'updated', 2, titleOf('Run 1 old', 1)),
  message('d', 'updated', 2, titleOf('Run 1 old', 2)),
];

test('messages of each write, in any order, some of them repeated with the same id, have no differences', () => {
  expect(compareMessages(MESSAGES, STORED, ledgerOfTwo())).toEqual([]);
  expect(compareMessages(MESSAGES.toReversed(), STORED, ledgerOfTwo())).toEqual([]);
});

test.each([
  ['a creation is missing', MESSAGES.slice(1), /notified 0 times that event 1 was created/],
  [
    'a creation arrived under two ids',
    [...MESSAGES, message('e', 'created', 1, 'Run 1 new')],
    /notified 2 times that event 1/,
  ],
  [
    'an acknowledged change is missing',
    MESSAGES.slice(0, 2),
    /notified of 0 changes of event 2: 2 sent, 1 acknowledged/,
  ],
  [
    'there are more changes than requests',
    [...MESSAGES, message('e', 'updated', 2, titleOf('Run 1 old', 2))],
    /notified of 3 changes/,
  ],
  [
    'none shows an acknowledged change',
    [...MESSAGES.slice(0, 2), ...['c', 'd'].map((id) => message(id, 'updated', 2, titleOf('Run 1 old', 0)))],
    /last notified of event 2 as "Run 1 old version 0"/,
  ],
  [
    'one refers to an unstored record',
    [...MESSAGES, message('e', 'created', 9, 'Run 1 lost')],
    /event.created 9, which is not stored/,
  ],
  [
    'one id has two messages',
    [...MESSAGES, message('d', 'updated', 2, titleOf('Run 1 old', 2), 'later')],
    /d is event.updated 2 d and event.updated 2 later/,
  ],
])('finds: %s', (_what, received, difference) => {
  expect(compareMessages(received, STORED, ledgerOfTwo())).toContainEqual(expect.stringMatching(difference));
});
