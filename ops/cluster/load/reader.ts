import { setTimeout as pause } from 'node:timers/promises';
import { NAMESPACE } from '../../../bench/support/service.ts';
import type { Ledger } from './ledger.ts';
import { send } from './send.ts';

const PAUSE_MS = 10;
const RETRY_MS = 50;

interface Shown {
  id: number;
  title: string;
}

const isShown = (value: unknown): value is Shown =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'title' in value &&
  typeof value.title === 'string';

/** The events in a response, at any depth. */
function* eventsIn(value: unknown): Generator<Shown> {
  if (typeof value !== 'object' || value === null) return;
  if (isShown(value)) yield value;
  else for (const inner of Object.values(value)) yield* eventsIn(inner);
}

/** Reads single events, lists and GraphQL without a login, because only such responses are cached. */
export async function read(
  ledger: Ledger,
  url: string,
  first: number,
  isStopped: () => boolean,
): Promise<void> {
  for (let turn = first; !isStopped(); turn++) {
    const { subjects } = ledger;
    const subject = subjects[turn % subjects.length];
    if (!subject) return;
    const all = subjects.map(({ id }) => id).join(',');
    const paths = [
      `${NAMESPACE}/events/${subject.id}`,
      `${NAMESPACE}/events?include=${all}&per_page=50&start_date=2031-01-01&end_date=2031-12-31`,
      `/graphql?query=${encodeURIComponent(`{ event(by: { databaseId: ${subject.id} }) { id: databaseId title } }`)}`,
    ];
    const path = paths[turn % paths.length] ?? '';
    const sentAt = performance.now();
    const { body, status } = await send(ledger, url + path);
    ledger.reads += 1;
    // nginx does not cache GraphQL.
    const isProxied = url === ledger.proxyUrl && path.startsWith(NAMESPACE);
    if (isProxied) ledger.proxied.note(path, status, sentAt);
    for (const { id, title } of eventsIn(body)) ledger.compare(id, title, sentAt, url + path, isProxied);
    await pause(body ? PAUSE_MS : RETRY_MS);
  }
}
