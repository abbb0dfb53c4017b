import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ask } from '../../../bench/support/database.ts';
import { type Received, type Receiver, startReceiver } from '../../../bench/support/receiver.ts';
import { file, LOGIN } from '../../../bench/support/service.ts';
import { type Item, type Page, Walker } from '../../../bench/support/walker.ts';
import { SECRET_KEY } from '../parts/instance.ts';
import { type Check, none, reported } from '../verdict.ts';
import { type Ledger, titleOf, versionIn } from './ledger.ts';

const FOLLOW_MS = 20;
const READ_MS = 20_000;
/** How long what is stored may wait for its number, and for its delivery after a failover. */
const NUMBERED_MS = 1_000;
const DELIVERED_MS = 120_000;
const BEGIN = 'http://calendar/feeds/changes';

class PositionGone extends Error {}

/** Reads a page of the feed at an instance; addresses of pages are those of nobody. */
async function readPage(url: string, address: string): Promise<Page> {
  const { pathname, search } = new URL(address);
  const response = await fetch(`${url}${pathname}${search}`, { signal: AbortSignal.timeout(READ_MS) });
  const text = await response.text();
  if (response.status === 410) throw new PositionGone(text);
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const page: Page = JSON.parse(text);
  return { ...page, next: new URL(page.next.replace(url, ''), address).href };
}

interface StoredEvent {
  readonly id: number;
  readonly title: string;
}

/** Compares what somebody holds who has followed the feed to its end with what is stored, and with what was acknowledged. */
export function compareCopy(
  copy: ReadonlyMap<string, Item>,
  stored: readonly StoredEvent[],
  ledger: Ledger,
): string[] {
  const held = new Map(
    [...copy.values()].filter(({ kind }) => kind === 'event').map(({ id, data }) => [id, data?.title]),
  );
  const differences: string[] = [];
  for (const { id, title } of stored) {
    if (held.get(`event-${id}`) !== title)
      differences.push(`event ${id}: ${title}, in the feed ${held.get(`event-${id}`)}`);
    held.delete(`event-${id}`);
  }
  for (const id of held.keys()) differences.push(`${id} is in the feed, and not stored`);
  const ids = new Set(stored.map(({ id }) => id));
  for (const [title, id] of ledger.created)
    if (!ids.has(id)) differences.push(`${title} was acknowledged, and is not there`);
  return differences;
}

/**
 * Compares what a webhook was told to the end with what was acknowledged and stored: each write once, nothing else, and
 * again only by the same id.
 */
export function compareMessages(
  received: readonly Received[],
  stored: readonly StoredEvent[],
  ledger: Ledger,
): string[] {
  const differences: string[] = [];
  const ids = new Set(stored.map(({ id }) => id));
  const messages = new Map<string, Set<string>>();
  const last = new Map<number, string>();
  const names = new Map<string, string>();
  for (const { type, data, messageId, timestamp } of received) {
    const name = `${type} ${data.id} ${timestamp}`;
    if ((names.get(messageId) ?? name) !== name)
      differences.push(`${messageId} is ${names.get(messageId)} and ${name}`);
    names.set(messageId, name);
    const key = `${type} ${data.id}`;
    messages.set(key, (messages.get(key) ?? new Set()).add(messageId));
    if (!ids.has(data.id)) differences.push(`told of ${key}, which is not stored`);
    // They arrive in any order.
    const title = String(data.record?.title);
    if (!(versionIn(last.get(data.id) ?? '') > versionIn(title))) last.set(data.id, title);
  }
  const times = (type: string, id: number): number => messages.get(`event.${type} ${id}`)?.size ?? 0;
  for (const id of [...ledger.created.values(), ...ledger.subjects.map((subject) => subject.id)])
    if (times('created', id) !== 1)
      differences.push(`told ${times('created', id)} times that event ${id} was created`);
  for (const { id, title, sent, acknowledged } of ledger.subjects) {
    const updates = times('updated', id);
    // The first version is that of the creation.
    if (updates < acknowledged.length - 1 || updates > sent)
      differences.push(
        `told of ${updates} changes of event ${id}: ${sent} sent, ${acknowledged.length - 1} acknowledged`,
      );
    const version = versionIn(last.get(id) ?? '');
    if (!(version >= (acknowledged.at(-1)?.version ?? 0)) || last.get(id) !== titleOf(title, version))
      differences.push(`told of event ${id} last as "${last.get(id)}"`);
  }
  return differences;
}

/** Somebody who follows the change feed at all instances in turn, and a webhook with a ledger, while something happens. */
export class Followers {
  readonly #urls: readonly string[];
  readonly #receiver: Receiver;
  #walker: Walker;
  #following: Promise<void> = Promise.resolve();
  #isOver = false;
  #turn = 0;
  #begun = 1;

  readonly #remove: () => Promise<unknown>;

  private constructor(urls: readonly string[], receiver: Receiver, remove: () => Promise<unknown>) {
    this.#urls = urls;
    this.#receiver = receiver;
    this.#remove = remove;
    this.#walker = this.#begin();
  }

  /** @param databaseUrl of the service */
  static async start(urls: readonly string[], databaseUrl: string): Promise<Followers> {
    const env = { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY, WEBHOOK_PRIVATE: 'true' };
    const webhook = async (...argv: string[]): Promise<string> =>
      (await promisify(execFile)(process.execPath, [file('src/app/cli/webhook.ts'), ...argv], { env }))
        .stdout;
    const receiver = await startReceiver();
    try {
      const added = await webhook('add', receiver.url, '--user', LOGIN, '--types', 'event.*', '--json');
      const { id, secret }: { id: number; secret: string } = JSON.parse(added);
      receiver.secret = secret;
      const followers = new Followers(urls, receiver, () => webhook('remove', String(id)));
      followers.#following = followers.#follow();
      return followers;
    } catch (error) {
      await receiver.close();
      throw error;
    }
  }

  #begin(): Walker {
    return new Walker(
      (address) => readPage(this.#urls[this.#turn++ % this.#urls.length] ?? '', address),
      BEGIN,
    );
  }

  async #step(): Promise<boolean> {
    try {
      return await this.#walker.step();
    } catch (error) {
      if (!(error instanceof PositionGone)) return false;
      this.#walker = this.#begin();
      this.#begun += 1;
      return false;
    }
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      await this.#step();
      await pause(FOLLOW_MS);
    }
  }

  /**
   * Compares what both know with what is stored, once nothing is written any more, and ends.
   * @param databaseUrl of the primary
   */
  async checks(ledger: Ledger, databaseUrl: string): Promise<Check[]> {
    const waiting = `select 1 from webhook_message where state = 'pending' union all
      select 1 from change, change_state where not pg_visible_in_snapshot(xid, told::pg_snapshot) limit 1`;
    const end = performance.now() + DELIVERED_MS;
    while ((await ask(databaseUrl, waiting)).length > 0 && performance.now() < end) await pause(200);
    const parked = await ask<{ words: string }>(
      databaseUrl,
      `select type || ' ' || record_id || ' ' || coalesce(error, state) as words from webhook_message where state in ('parked', 'pending')`,
    );
    await pause(NUMBERED_MS);
    await this.#end();
    while (!(await this.#step()) && performance.now() < end) await pause(FOLLOW_MS);
    const stored = await ask<StoredEvent>(databaseUrl, 'select id, title from event');
    const { received } = this.#receiver;
    const ids = new Set(received.map(({ messageId }) => messageId));
    return [
      none('in the feed otherwise than stored', compareCopy(this.#walker.copy, stored, ledger)),
      reported('pages of the feed; begun anew', `${this.#walker.pages}; ${this.#begun - 1}`),
      none('delivered otherwise than acknowledged', compareMessages(received, stored, ledger)),
      none(
        'parked or never delivered',
        parked.map(({ words }) => words),
      ),
      reported('messages; repeated by the same id', `${received.length}; ${received.length - ids.size}`),
    ];
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    await this.#following;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
    await this.#remove();
    await this.#receiver.close();
  }
}
