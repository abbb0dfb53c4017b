import { eventually } from '../support/eventually.ts';
import { event, subscribed, withService } from './hooks.ts';

const SECONDS = 6;
/** More writers than may write at once. */
const WRITERS = 8;

withService();

test('messages are delivered once each while writers never pause', async () => {
  const receiver = await subscribed();
  const end = Date.now() + SECONDS * 1_000;
  const ids: number[] = [];
  const write = async (): Promise<void> => {
    while (Date.now() < end) ids.push(await event('Jazz'));
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  expect(receiver.received.length).toBeGreaterThan(0);
  await eventually('all are delivered', () => receiver.received.length >= ids.length);
  const delivered = receiver.received.map(({ data }) => data.id);
  expect(delivered.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
});
