import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { queryOnce } from '../../../bench/support/database.ts';
import { type Received, type Receiver, startReceiver } from '../../../bench/support/receiver.ts';
import { file, LOGIN } from '../../../bench/support/service.ts';
import { type Item, type Page, Walker } from '../../../bench/support/walker.ts';
import { SECRET_KEY } from '../parts/instance.ts';
import { type Check, none, reported } from '../verdict.ts';
import { type Ledger, titleOf, versionIn } from './ledger.ts';

const FOLLOW_MS = 20;
const READ_MS = 20_000;
/** How long a stored change may wait for its number, and for its delivery after a failover. */
const NUMBERED_MS = 1_000;
const DELIVERED_MS = 120_000;
const BEGIN = 'http://calendar/feeds/changes';

class PositionGone extends Error {}

/**
 * Reads a page of the feed at an instance. Addresses of pages have a placeholder host, so any instance can serve them.
 */
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

/** Compares the copy of a client that followed the feed to its end with stored events and acknowledged writes. */
export function compareCopy(
  copy: ReadonlyMap<string, Item>,
  stored: readonly StoredEvent[],
  ledger: Ledger,
): string[] {
  const copied = new Map(
    [...copy.values()].filter(({ kind }) => kind === 'event').map(({ id, data }) => [id, data?.title]),
  );
  const differences: string[] = [];
  for (const { id, title } of stored) {
    if (copied.get(`event-${id}`) !== title)
      differences.push(`event ${id}: ${title}, in the feed ${copied.get(`event-${id}`)}`);
    copied.delete(`event-${id}`);
  }
  for (const id of copied.keys()) differences.push(`${id} is in the feed but not stored`);
  const ids = new Set(stored.map(({ id }) => id));
  for (const [title, id] of ledger.created)
    if (!ids.has(id)) differences.push(`${title} was acknowledged but is not stored`);
  return differences;
}

/**
 * Compares the messages of a webhook with acknowledged and stored writes: one message per write, nothing else, and
 * repetitions only with the same id.
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
    if (!ids.has(data.id)) differences.push(`notified of ${key}, which is not stored`);
    // Messages arrive in any order.
    const title = String(data.record?.title);
    if (!(versionIn(last.get(data.id) ?? '') > versionIn(title))) last.set(data.id, title);
  }
  const times = (type: string, id: number): number => messages.get(`event.${type} ${id}`)?.size ?? 0;
  for (const id of [...ledger.created.values(), ...ledger.subjects.map((subject) => subject.id)])
    if (times('created', id) !== 1)
      differences.push(`notified ${times('created', id)} times that event ${id} was created`);
  for (const { id, title, sent, acknowledged } of ledger.subjects) {
    const updates = times('updated', id);
    // The first version comes from the creation.
    if (updates < acknowledged.length - 1 || updates > sent)
      differences.push(
        `notified of ${updates} changes of event ${id}: ${sent} sent, ${acknowledged.length - 1} acknowledged`,
      );
    const version = versionIn(last.get(id) ?? '');
    if (!(version >= (acknowledged.at(-1)?.version ?? 0)) || last.get(id) !== titleOf(title, version))
      differences.push(`last notified of event ${id} as "${last.get(id)}"`);
  }
  return differences;
}

/** A client that follows the change feed at all instances in turn, and a webhook receiver, during a scenario. */
export class Followers {
  readonly #urls: readonly string[];
  readonly #receiver: Receiver;
  #walker: Walker;
  #following: Promise<void> = Promise.resolve();
  #isStopped = false;
  #turn = 0;
  #walks = 1;

  readonly #remove: () => Promise<unknown>;

  private constructor(urls: readonly string[], receiver: Receiver, remove: () => Promise<unknown>) {
    this.#urls = urls;
    this.#receiver = receiver;
    this.#remove = remove;
    this.#walker = this.#begin();
  }

  /** @param databaseUrl the service's database */
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
      this.#walks += 1;
      return false;
    }
  }

  async #follow(): Promise<void> {
    while (!this.#isStopped) {
      await this.#step();
      await pause(FOLLOW_MS);
    }
  }

  /**
   * Compares the copy and the messages with the stored data after the last write, and stops following.
   * @param databaseUrl the address of the primary
   */
  async checks(ledger: Ledger, databaseUrl: string): Promise<Check[]> {
    const waiting = `select 1 from webhook_message where state = 'pending' union all
      select 1 from change, change_state where not pg_visible_in_snapshot(xid, told::pg_snapshot) limit 1`;
    const end = performance.now() + DELIVERED_MS;
    while ((await queryOnce(databaseUrl, waiting)).length > 0 && performance.now() < end) await pause(200);
    const parked = await queryOnce<{ words: string }>(
      databaseUrl,
      `select type || ' ' || record_id || ' ' || coalesce(error, state) as words from webhook_message where state in ('parked', 'pending')`,
    );
    await pause(NUMBERED_MS);
    await this.#end();
    while (!(await this.#step()) && performance.now() < end) await pause(FOLLOW_MS);
    const stored = await queryOnce<StoredEvent>(databaseUrl, 'select id, title from event');
    const { received } = this.#receiver;
    const ids = new Set(received.map(({ messageId }) => messageId));
    return [
      none('differences between feed and database', compareCopy(this.#walker.copy, stored, ledger)),
      reported('pages of the feed; restarts', `${this.#walker.pages}; ${this.#walks - 1}`),
      none('differences between messages and acknowledged writes', compareMessages(received, stored, ledger)),
      none(
        'parked or undelivered messages',
        parked.map(({ words }) => words),
      ),
      reported('messages; repetitions with the same id', `${received.length}; ${received.length - ids.size}`),
    ];
  }

  async #end(): Promise<void> {
    this.#isStopped = true;
    await this.#following;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
    await this.#remove();
    await this.#receiver.close();
  }
}
