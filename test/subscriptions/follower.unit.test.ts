import { Follower } from '../../src/domain/subscriptions/follower.ts';

function followed() {
  const follower = new Follower({ following: { kinds: ['event'], records: null }, onClose: () => {} });
  const stored = new Set<number>();
  const store = (id: number, authorId: number): void => {
    const before = stored.has(id) ? 'public' : null;
    stored.add(id);
    follower.push({ kind: 'event', id, before, after: 'public', authorId });
  };
  return { follower, store };
}

test('a record that changes again before it is reported is reported once, from its first state to its last', async () => {
  const { follower, store } = followed();
  for (let author = 1; author <= 100; author++) store(7, author);
  store(8, 1);
  const changes = follower[Symbol.asyncIterator]();
  expect((await changes.next()).value).toMatchObject({ id: 7, before: null, after: 'public', authorId: 100 });
  expect((await changes.next()).value).toMatchObject({ id: 8 });
});

test('a subscriber with more than a thousand unread records is ended', async () => {
  const { follower, store } = followed();
  for (let id = 1; id <= 1_000; id++) store(id, 1);
  expect(follower.endReason).toBeUndefined();
  store(1_001, 1);
  expect(follower.endReason).toBe('behind');
  expect(await follower[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
});

test('a waiting subscriber is notified of the end', async () => {
  const { follower } = followed();
  const next = follower[Symbol.asyncIterator]().next();
  follower.end('leaving');
  expect(await next).toMatchObject({ done: true });
});
