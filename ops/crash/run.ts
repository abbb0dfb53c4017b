import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { queryOnce } from '../../bench/support/database.ts';
import { childrenOf } from '../../bench/support/proc.ts';
import { type Receiver, startReceiver } from '../../bench/support/receiver.ts';
import {
  AUTHORIZATION,
  file,
  LOGIN,
  NAMESPACE,
  type Running,
  startService,
} from '../../bench/support/service.ts';
import { type Page, Walker } from '../../bench/support/walker.ts';
import { runningUrl } from '../../src/platform/embedded-postgres/index.ts';
import { compareCopy, compareMessages, compareResponses, compareStored, eventsOfSeries } from './compare.ts';
import { Ledger } from './ledger.ts';
import { compareSeries, SeriesLedger, writeSeries } from './series.ts';
import { Writer } from './writers.ts';

const WRITERS = 4;
const LOAD_MS = { least: 500, most: 1_500 };
const LEAST_ANSWERS = 15;
const LONGEST_MS = 15_000;
/** Interval of reading the change feed under load, and how long a stored change may wait for its number in the feed. */
const FOLLOW_MS = 20;
const NUMBERED_MS = 600;
/** How long pending messages may be undelivered: messages claimed by a killed process have to wait. */
const DELIVERY_MS = 120_000;
const PRIVATE = { WEBHOOK_PRIVATE: 'true' };

interface CrashOptions {
  rounds: number;
  /** A new folder for the embedded database. */
  dataDir: string;
  log?: (line: string) => void;
}

interface Crashes {
  rounds: number;
  /** Rounds in which PostgreSQL was also killed. */
  databaseKills: number;
  acknowledged: Ledger['acknowledged'];
  /** Number of creations and renamings of series. */
  series: number;
  /** Writes that were stored although their clients got no response. */
  storedUnanswered: number;
  /** Statuses other than 200 and 201. */
  refused: number[];
  /** Verified webhook messages, and how many of them were repetitions. */
  delivered: number;
  repeated: number;
  differences: string[];
  /** Milliseconds from each restart to the first response. */
  restarts: number[];
}

/** Kills all processes of the PostgreSQL server in a folder. */
function killPostgres(dataDir: string): void {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended with the postmaster.
    }
  }
}

/** Reads a page of the change feed; the port of the service differs after each start. */
async function readPage(service: Running, address: string): Promise<Page> {
  const { pathname, search } = new URL(address);
  const response = await fetch(`${service.url}${pathname}${search}`);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const page: Page = await response.json();
  return { ...page, next: new URL(page.next.replace(service.url, ''), address).href };
}

/** Follows the change feed until it is stopped, and ignores failures of the service. */
async function follow(walker: Walker, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    await walker.step().catch(() => {});
    await pause(FOLLOW_MS);
  }
}

/** Adds a webhook to the running service. */
async function addWebhook(dataDir: string, receiver: Receiver): Promise<void> {
  const argv = [
    file('src/app/cli/webhook.ts'),
    'add',
    receiver.url,
    '--user',
    LOGIN,
    '--types',
    'event.*',
    '--json',
  ];
  const env = { ...process.env, DATA_DIR: dataDir, ...PRIVATE };
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env });
  receiver.secret = String(JSON.parse(stdout).secret);
}

/** Waits until all webhook messages are delivered, or no message is delivered for a long time. */
async function waitForDeliveries(databaseUrl: string): Promise<void> {
  const waiting = `select (select count(*) from webhook_message where state = 'pending')::int as messages,
    exists (select from change, change_state where not pg_visible_in_snapshot(xid, told::pg_snapshot)) as changes`;
  let least = Number.POSITIVE_INFINITY;
  for (let waited = 0; waited < DELIVERY_MS; waited += 200) {
    const [{ messages, changes } = { messages: 0, changes: false }] = await queryOnce<{
      messages: number;
      changes: boolean;
    }>(databaseUrl, waiting);
    if (messages === 0 && !changes) return;
    if (messages < least) waited = 0;
    least = Math.min(least, messages);
    await pause(200);
  }
}

/** Starts the service, and waits until the administrator can log in, which takes longest at the first start. */
async function start(dataDir: string): Promise<Running> {
  const service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...PRIVATE });
  const readTags = (): Promise<Response> =>
    fetch(`${service.url}${NAMESPACE}/tags`, { headers: { authorization: AUTHORIZATION } });
  for (let waited = 0; (await readTags()).status !== 200 && waited < LONGEST_MS; waited += 50)
    await pause(50);
  return service;
}

/**
 * Repeatedly kills the service with SIGKILL under write load, every second time with all processes of PostgreSQL. After
 * each restart it compares the stored data, the REST responses, and the copy of a client that follows the change feed
 * with the acknowledged writes; after the last one also the messages of a webhook.
 */
export async function runCrashes({ rounds, dataDir, log = () => {} }: CrashOptions): Promise<Crashes> {
  const ledger = new Ledger();
  const series = new SeriesLedger();
  const result: Crashes = {
    rounds,
    databaseKills: 0,
    acknowledged: ledger.acknowledged,
    series: 0,
    storedUnanswered: 0,
    refused: [],
    delivered: 0,
    repeated: 0,
    differences: [],
    restarts: [],
  };
  let service = await start(dataDir);
  const receiver = await startReceiver();
  const walker = new Walker((address) => readPage(service, address), 'http://calendar/feeds/changes');
  try {
    await addWebhook(dataDir, receiver);
    for (let round = 1; round <= rounds; round++) {
      let isStopped = false;
      const writing = Array.from({ length: WRITERS }, () =>
        new Writer(ledger).run(service.url, () => isStopped),
      );
      writing.push(writeSeries(service.url, series, () => isStopped));
      const following = follow(walker, () => isStopped);
      const before = ledger.acknowledgedCount;
      await pause(LOAD_MS.least + Math.random() * (LOAD_MS.most - LOAD_MS.least));
      // A busy machine takes longer.
      for (
        let waited = 0;
        ledger.acknowledgedCount < before + LEAST_ANSWERS && waited < LONGEST_MS;
        waited += 50
      )
        await pause(50);
      const withDatabase = round % 2 === 0;
      process.kill(service.pid, 'SIGKILL');
      if (withDatabase) killPostgres(dataDir);
      isStopped = true;
      result.refused.push(...(await Promise.all(writing)).flat());
      await following;
      result.databaseKills += Number(withDatabase);
      service = await start(dataDir);
      result.restarts.push(service.startMs);
      const databaseUrl = runningUrl(dataDir);
      const { differences, storedUnanswered } = await compareStored(databaseUrl, ledger);
      differences.push(...(await compareResponses(service.url, databaseUrl, ledger)));
      const ofSeries = await compareSeries(databaseUrl, series);
      differences.push(...ofSeries.differences);
      result.storedUnanswered += storedUnanswered + ofSeries.storedUnanswered;
      result.series = series.acknowledged;
      await pause(NUMBERED_MS);
      await walker.walk();
      differences.push(...compareCopy(walker.copy, ledger, await eventsOfSeries(databaseUrl)));
      result.differences.push(...differences.map((words) => `round ${round}: ${words}`));
      const { created, changed, trashed } = ledger.acknowledged;
      log(
        `round ${round}: ${created} created, ${changed} changed, ${trashed} trashed, ${result.differences.length} differences, ready again after ${Math.round(service.startMs)} ms`,
      );
    }
    await waitForDeliveries(runningUrl(dataDir));
    const ofSeries = await eventsOfSeries(runningUrl(dataDir));
    result.differences.push(...compareMessages(receiver.received, ledger, ofSeries));
    result.delivered = receiver.received.length;
    result.repeated =
      receiver.received.length - new Set(receiver.received.map(({ messageId }) => messageId)).size;
  } finally {
    await receiver.close();
    await service.stop();
  }
  return result;
}
