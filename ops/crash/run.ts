import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask } from '../../bench/support/database.ts';
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
import { compareAnswers, compareCopy, compareMessages, compareStored, eventsOfSeries } from './compare.ts';
import { Ledger } from './ledger.ts';
import { compareSeries, SeriesLedger, writeSeries } from './series.ts';
import { Writer } from './writers.ts';

const WRITERS = 4;
const LOAD_MS = { least: 500, most: 1_500 };
const LEAST_ANSWERS = 15;
const LONGEST_MS = 15_000;
/** How often the change feed is read under load, and how long what is stored may wait for its number there. */
const FOLLOW_MS = 20;
const NUMBERED_MS = 600;
/** How long a webhook may be told nothing while messages wait: what a killed process has claimed waits. */
const TOLD_MS = 120_000;
const PRIVATE = { WEBHOOK_PRIVATE: 'true' };

interface CrashOptions {
  rounds: number;
  /** Of the embedded database; new. */
  dataDir: string;
  log?: (line: string) => void;
}

interface Crashes {
  rounds: number;
  /** Rounds in which PostgreSQL was killed, too. */
  databaseKills: number;
  acknowledged: Ledger['acknowledged'];
  /** Series that were created, or renamed as a whole. */
  series: number;
  /** Unanswered writes that were stored all the same: their clients cannot know. */
  storedUnanswered: number;
  /** Answers that were neither 200 nor 201. */
  refused: number[];
  /** Messages that a webhook was sent and has verified, and how many of them were the same again. */
  delivered: number;
  repeated: number;
  differences: string[];
  /** Milliseconds to the first answer after each kill. */
  restarts: number[];
}

/** All processes of the PostgreSQL server in a folder. */
function killPostgres(dataDir: string): void {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with the first.
    }
  }
}

/** The port is another one after each start. */
async function readPage(service: Running, address: string): Promise<Page> {
  const { pathname, search } = new URL(address);
  const response = await fetch(`${service.url}${pathname}${search}`);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const page: Page = await response.json();
  return { ...page, next: new URL(page.next.replace(service.url, ''), address).href };
}

/** Follows the change feed until it is told to stop, whatever happens to the service. */
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

/** Waits until nothing waits for a webhook, as long as messages are delivered. */
async function allTold(databaseUrl: string): Promise<void> {
  const waiting = `select (select count(*) from webhook_message where state = 'pending')::int as messages,
    exists (select from change, change_state where not pg_visible_in_snapshot(xid, told::pg_snapshot)) as changes`;
  let least = Number.POSITIVE_INFINITY;
  for (let waited = 0; waited < TOLD_MS; waited += 200) {
    const [{ messages, changes } = { messages: 0, changes: false }] = await ask<{
      messages: number;
      changes: boolean;
    }>(databaseUrl, waiting);
    if (messages === 0 && !changes) return;
    if (messages < least) waited = 0;
    least = Math.min(least, messages);
    await pause(200);
  }
}

/** Starts it, and waits until the administrator may log in: at the first start that takes longest. */
async function start(dataDir: string): Promise<Running> {
  const service = await startService({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...PRIVATE });
  const readTags = (): Promise<Response> =>
    fetch(`${service.url}${NAMESPACE}/tags`, { headers: { authorization: AUTHORIZATION } });
  for (let waited = 0; (await readTags()).status !== 200 && waited < LONGEST_MS; waited += 50)
    await pause(50);
  return service;
}

/**
 * Kills the service with SIGKILL under write load, again and again, every second time PostgreSQL with all its
 * processes, too; starts it again and compares what is stored, what is answered, and what somebody holds who follows the
 * change feed all the time, with what was acknowledged; in the end also what a webhook was told.
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
      const before = ledger.answers;
      await pause(LOAD_MS.least + Math.random() * (LOAD_MS.most - LOAD_MS.least));
      // A busy machine takes longer.
      for (let waited = 0; ledger.answers < before + LEAST_ANSWERS && waited < LONGEST_MS; waited += 50)
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
      differences.push(...(await compareAnswers(service.url, databaseUrl, ledger)));
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
        `round ${round}: ${created} created, ${changed} changed, ${trashed} trashed, ${result.differences.length} differences, again after ${Math.round(service.startMs)} ms`,
      );
    }
    await allTold(runningUrl(dataDir));
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
