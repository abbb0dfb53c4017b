import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { Generator } from './load/generator.ts';
import type { Measured } from './load/job.ts';
import { bytesOf, get } from './load/request.ts';
import { openSeeded } from './support/database.ts';
import { machine, residentOf } from './support/proc.ts';
import { sampleEvents } from './support/sample.ts';
import { AUTHORIZATION, NAMESPACE, type Running, startService } from './support/service.ts';

/**
 * `node bench/subscriptions.ts`: the costs of open subscriptions, and the latency of their messages. The service, its
 * readers and the subscribers are three processes.
 */
const QUERY =
  'subscription { recordChanged(kinds: [EVENT]) { type recordId record { id ... on Event { title startsAt } } } }';
const MESSAGE = 'event: next';
const READERS = 4;
/** How many subscribers connect at the same time, and how long memory and late messages take to settle. */
const AT_ONCE = 50;
const SETTLE_MS = 5_000;
const LONGEST_MS = 20_000;

/** A subscriber that counts its messages. */
class Subscriber {
  readonly #socket: Socket;
  messages = 0;
  hasEnded = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** @param number determines the subscriber's own client address */
  static async open({ port }: Running, number: number): Promise<Subscriber> {
    const socket = connect(port, '127.0.0.1');
    const subscriber = new Subscriber(socket);
    const path = `/graphql?query=${encodeURIComponent(QUERY)}`;
    socket.write(
      bytesOf(
        get(path, { accept: 'text/event-stream', 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` }),
        port,
      ),
    );
    const [head] = await once(socket, 'data');
    if (!String(head).startsWith('HTTP/1.1 200 ')) throw new Error(`a subscription was refused: ${head}`);
    // A message may be split: its beginning is counted only once it is complete.
    let rest = '';
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString('latin1')).split(MESSAGE);
      subscriber.messages += parts.length - 1;
      rest = (parts.at(-1) ?? '').slice(-MESSAGE.length);
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        subscriber.hasEnded = true;
      });
    return subscriber;
  }

  close(): void {
    this.#socket.destroy();
  }
}

const shown = ({ perSecond, p50, p99 }: Measured): string =>
  `${perSecond.toFixed(0)} lists a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

interface Options {
  open: number;
  events: number;
  seconds: number;
}

async function run({ open, events, seconds }: Options): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-subscriptions-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { database, superuserUrl } = await openSeeded(join(folder, 'data'), events);
  started.defer(() => database.stop());
  const { ids } = await sampleEvents(superuserUrl);
  const service = await startService({
    DATABASE_URL: database.url,
    RESPONSE_CACHE: 'off',
    // Each subscriber is a separate client, by its X-Forwarded-For header.
    TRUST_PROXY: 'true',
  });
  started.defer(() => service.stop());
  const generator = new Generator();
  started.defer(() => generator.stop());
  const say = (line: string): void => void process.stdout.write(`${line}\n`);

  const requests = Array.from({ length: 20 }, (_, n) =>
    bytesOf(get(`${NAMESPACE}/events?page=${n + 1}`), service.port),
  );
  const lists = (): Promise<Measured> =>
    generator.run({ port: service.port, connections: READERS, seconds, requests, statuses: [200] });
  /** Changes an event. @returns milliseconds from its response until all subscribers have `times` messages */
  const change = async (subscribers: readonly Subscriber[], times: number): Promise<number> => {
    const response = await fetch(`${service.url}${NAMESPACE}/events/${ids[times % ids.length]}`, {
      method: 'PATCH',
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Changed ${times}` }),
    });
    if (response.status !== 200) throw new Error(`a change returned ${response.status}`);
    const stored = performance.now();
    while (performance.now() < stored + LONGEST_MS && subscribers.some(({ messages }) => messages < times))
      await pause(2);
    return performance.now() - stored;
  };

  say(`${machine()}; ${events} events, uncached lists by ${READERS} readers, ${seconds} s each`);
  await lists();
  say(`without subscriptions: ${shown(await lists())}`);
  await pause(SETTLE_MS);
  const before = residentOf(service.pid);
  const subscribers: Subscriber[] = [];
  started.defer(() => {
    for (const one of subscribers) one.close();
  });
  while (subscribers.length < open)
    subscribers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, open - subscribers.length) }, (_, n) =>
          Subscriber.open(service, subscribers.length + n),
        ),
      )),
    );
  await pause(SETTLE_MS);
  const resident = residentOf(service.pid);
  say(
    `${open} open: ${resident.toFixed(0)} MB, ${before.toFixed(0)} MB before, ${(((resident - before) * 1_024) / open).toFixed(1)} kB each`,
  );
  say(`${open} open, nothing changes: ${shown(await lists())}`);
  const alone: number[] = [];
  let changes = 0;
  for (let n = 0; n < 5; n++) alone.push(await change(subscribers, ++changes));
  say(
    `a change, no reads of lists: all notified after ${median(alone).toFixed(0)} ms (median of ${alone.length})`,
  );
  const busy: number[] = [];
  let isDone = false;
  const changing = (async () => {
    while (!isDone) {
      const next = pause(1_000);
      busy.push(await change(subscribers, ++changes));
      await next;
    }
  })();
  const [measured] = await Promise.all([
    lists().finally(() => {
      isDone = true;
    }),
    changing,
  ]);
  say(
    `${open} open, a change each second: ${shown(measured)}; all notified after ${median(busy).toFixed(0)} ms (median of ${busy.length})`,
  );
  await pause(SETTLE_MS);
  const messages = subscribers.reduce((sum, one) => sum + one.messages, 0);
  const ended = subscribers.filter(({ hasEnded }) => hasEnded).length;
  say(`${messages} of ${changes * open} messages, ${ended} ended; ${residentOf(service.pid).toFixed(0)} MB`);
  return messages === changes * open && ended === 0;
}

const count = (text: string): number => Number.parseInt(text, 10);
await new Command('node bench/subscriptions.ts')
  .description(
    'Measures the memory of open subscriptions, p99 of lists at the same time, and the latency of messages about a change.',
  )
  .option('--open <number>', 'number of subscriptions, 2,000 at most', count, 1_000)
  .option('--events <number>', 'number of events', count, 10_000)
  .option('--seconds <number>', 'duration of a measurement', count, 15)
  .action(async (options: Options) => {
    process.exitCode = (await run(options)) ? 0 : 1;
  })
  .parseAsync();
