import { eventually } from './eventually.ts';
import type { TestServer } from './service.ts';

/** Longest time that a response may be stale after an acknowledged change, in milliseconds. */
export const BOUND_MS = 1_000;

type Writer = Pick<TestServer, 'request'>;

let events = 0;
/** @returns the id of a new event */
export async function makeEvent(writer: Writer): Promise<number> {
  const answer = await writer.request('POST', '/events', {
    title: `Event ${++events}`,
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 12:00',
  });
  return (await answer.json()).id;
}

export const statusOf = async (rest: string, id: number): Promise<number> =>
  (await fetch(`${rest}/events/${id}`)).status;

export const hideEvent = (writer: Writer, id: number): Promise<Response> =>
  writer.request('PATCH', `/events/${id}`, { status: 'private' });

/**
 * Hides an event through one instance, and queries another one until the change arrives.
 * @returns how long after the acknowledgement the last request with the old response was sent, in milliseconds
 */
export async function staleness(writer: Writer, rest: string): Promise<number> {
  const id = await makeEvent(writer);
  await eventually('it is cached', async () => (await statusOf(rest, id)) === 200);
  await hideEvent(writer, id);
  const acknowledged = performance.now();
  let last = 0;
  await eventually('it is hidden', async () => {
    const age = performance.now() - acknowledged;
    const status = await statusOf(rest, id);
    if (status === 200) last = age;
    return status === 403;
  });
  return last;
}
